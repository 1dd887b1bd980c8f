#!lua
-- Gives a player a new token; the old one lasts until its end. Sent twice, it changes nothing. Who still uses the old
-- one has lost an answer: that one lasts on, beside the one that was never used.
-- KEYS: player, head, done. ARGV: player, new hash, grace in ms (0: the old one ends now), channel, hash of the token
-- that the player uses ('' the current one), what is remembered of this Idempotency-Key ('' none), for how long in ms.
-- Reply: 1; 0 if the player is erased or unknown, or the token has ended; what was remembered, if the key had its success.
local p = redis.call('HMGET', KEYS[1], 'token', 'erased', 'previous')
if not p[1] or p[2] then return 0 end
local seen = ARGV[6] ~= '' and redis.call('GET', KEYS[3])
if seen and seen ~= ARGV[6] then return seen end
if p[1] == ARGV[2] then return 1 end
local previous = p[1]
if ARGV[5] ~= '' and ARGV[5] ~= p[1] then
  if not string.find(p[3] or '', ARGV[5], 1, true) then return 0 end
  previous = ARGV[5] .. ' ' .. p[1]
end
redis.call('HSET', KEYS[1], 'token', ARGV[2])
if ARGV[3] == '0' then redis.call('HDEL', KEYS[1], 'previous', 'previous_until')
else
  local t = redis.call('TIME')
  local ends = string.format('%.0f', t[1] * 1000 + math.floor(t[2] / 1000) + ARGV[3])
  redis.call('HSET', KEYS[1], 'previous', previous, 'previous_until', ends)
end
if ARGV[6] ~= '' then redis.call('SET', KEYS[3], ARGV[6], 'PX', ARGV[7]) end
redis.call('HINCRBY', KEYS[1], 'turns', 1)
redis.call('SPUBLISH', ARGV[4], string.format('%.0f', redis.call('INCR', KEYS[2])) .. ' !' .. ARGV[1])
return 1
