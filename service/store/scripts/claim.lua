#!lua
-- Takes what is due on a lease: the score moves forward, `owed` keeps when it was first due.
-- KEYS: due, owed. ARGV: lease ms, count.
-- Reply: now, members.
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local out = redis.call('ZRANGE', KEYS[1], '-inf', now, 'BYSCORE', 'LIMIT', 0, ARGV[2], 'WITHSCORES')
local members = {}
for i = 1, #out, 2 do
  redis.call('ZADD', KEYS[2], 'NX', out[i + 1], out[i])
  redis.call('ZADD', KEYS[1], string.format('%.0f', now + ARGV[1]), out[i])
  members[#members + 1] = out[i]
end
return {now, members}
