#!lua
-- Gives a player a new token; the one that asked for it lasts until its end, so that whoever never read the new one may
-- ask again. Sent twice, it changes nothing.
-- KEYS: player, head. ARGV: player, new hash, grace in ms (0: the old one ends now), channel, hash that asks.
-- Reply: 1; 0 if the player is erased or unknown.
local p = redis.call('HMGET', KEYS[1], 'token', 'erased', 'previous')
if not p[1] or p[2] then return 0 end
if p[1] == ARGV[2] then return 1 end
redis.call('HSET', KEYS[1], 'token', ARGV[2])
if ARGV[3] == '0' then redis.call('HDEL', KEYS[1], 'previous', 'previous_until')
else
  local t = redis.call('TIME')
  local ends = string.format('%.0f', t[1] * 1000 + math.floor(t[2] / 1000) + ARGV[3])
  local stays = p[3] == ARGV[5] and p[3] or p[1]
  redis.call('HSET', KEYS[1], 'previous', stays, 'previous_until', ends)
end
redis.call('HINCRBY', KEYS[1], 'turns', 1)
redis.call('SPUBLISH', ARGV[4], string.format('%.0f', redis.call('INCR', KEYS[2])) .. ' !' .. ARGV[1])
return 1
