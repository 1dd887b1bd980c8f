#!lua
-- A player's new name; never creates a player.
-- KEYS: player. ARGV: name.
-- Reply: 1; 0 if erased or unknown.
local p = redis.call('HMGET', KEYS[1], 'token', 'erased')
if not p[1] or p[2] then return 0 end
redis.call('HSET', KEYS[1], 'name', ARGV[1])
return 1
