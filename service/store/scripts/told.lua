#!lua
-- Drops delivered notices; never creates a game.
-- KEYS: game, due, owed. ARGV: id, version up to which they were delivered.
-- Reply: 1 if none is left.
local rest = ''
for line in string.gmatch(redis.call('HGET', KEYS[1], 'untold') or '', '[^\n]+') do
  if tonumber(string.match(line, '^%d+')) > tonumber(ARGV[2]) then rest = rest .. line .. '\n' end
end
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSET', KEYS[1], 'untold', rest) end
if rest == '' then
  redis.call('ZREM', KEYS[2], ARGV[1] .. '|tell')
  redis.call('ZREM', KEYS[3], ARGV[1] .. '|tell')
end
return rest == '' and 1 or 0
