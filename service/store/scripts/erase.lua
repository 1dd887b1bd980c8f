#!lua
-- Drops a player's token and name at once; `<player>|erase` makes the sweep remove the rest.
-- KEYS: player, due, head. ARGV: player, channel.
-- Reply: 1; 0 if unknown.
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
local t = redis.call('TIME')
local now = string.format('%.0f', t[1] * 1000 + math.floor(t[2] / 1000))
if redis.call('HSETNX', KEYS[1], 'erased', now) == 0 then return 1 end
redis.call('HDEL', KEYS[1], 'name', 'token', 'previous', 'previous_until')
redis.call('HINCRBY', KEYS[1], 'turns', 1)
redis.call('ZADD', KEYS[2], now, ARGV[1] .. '|erase')
redis.call('SPUBLISH', ARGV[2], string.format('%.0f', redis.call('INCR', KEYS[3])) .. ' !' .. ARGV[1])
return 1
