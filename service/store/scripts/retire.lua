#!lua
-- The new token was used for the first time: the old one ends.
-- KEYS: player, head. ARGV: player, hash of the new one, channel.
-- Reply: 1 if an old one ended.
local p = redis.call('HMGET', KEYS[1], 'token', 'previous')
if p[1] ~= ARGV[2] or not p[2] then return 0 end
redis.call('HDEL', KEYS[1], 'previous', 'previous_until')
redis.call('HINCRBY', KEYS[1], 'turns', 1)
redis.call('SPUBLISH', ARGV[3], string.format('%.0f', redis.call('INCR', KEYS[2])) .. ' !' .. ARGV[1])
return 1
