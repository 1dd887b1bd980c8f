#!lua
-- Takes a game out of a player's list, unless it was intended anew since the list was read, or not so long ago.
-- KEYS: games. ARGV: game, time of the intent that was read, how old it must be in ms.
-- Reply: 1 if dropped.
local intended = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or '-1')
if intended ~= tonumber(ARGV[2]) then return 0 end
local t = redis.call('TIME')
if t[1] * 1000 + math.floor(t[2] / 1000) - intended < tonumber(ARGV[3]) then return 0 end
return redis.call('ZREM', KEYS[1], ARGV[1])
