#!lua
-- Puts a claimed entry where the record says, if the game is still the one that was looked at ('' = there is no game).
-- KEYS: game, due, owed. ARGV: id, mark, kind, time ('' = remove).
-- Reply: 1 if the mark is still that one.
if (redis.call('HGET', KEYS[1], 'mark') or '') ~= ARGV[2] then return 0 end
if ARGV[4] == '' then redis.call('ZREM', KEYS[2], ARGV[1] .. '|' .. ARGV[3])
else redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1] .. '|' .. ARGV[3]) end
redis.call('ZREM', KEYS[3], ARGV[1] .. '|' .. ARGV[3])
return 1
