#!lua
-- Writes a player, unless the Idempotency-Key had its success: then nothing, and that success is told.
-- KEYS: done, player. ARGV: what is remembered, for how long in ms, name, token hash.
-- Reply: what was remembered before, else nil.
local seen = redis.call('GET', KEYS[1])
if seen then return seen end
redis.call('HSET', KEYS[2], 'name', ARGV[3], 'token', ARGV[4])
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return false
