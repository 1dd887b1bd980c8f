#!lua
-- Takes one entry on a lease, if it is due: 1 to one caller.
-- KEYS: due, owed. ARGV: member, lease ms.
-- Reply: 1 or 0.
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not score or tonumber(score) > now then return 0 end
redis.call('ZADD', KEYS[2], 'NX', score, ARGV[1])
redis.call('ZADD', KEYS[1], string.format('%.0f', now + ARGV[2]), ARGV[1])
return 1
