#!lua
-- Takes a game out of a player's list, unless it was intended anew since the list was read.
-- KEYS: games. ARGV: game, time of the intent that was read.
-- Reply: 1 if dropped.
if tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or '-1') ~= tonumber(ARGV[2]) then return 0 end
return redis.call('ZREM', KEYS[1], ARGV[1])
