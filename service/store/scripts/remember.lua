#!lua
-- Remembers a success that had nothing to commit, for as long as its game lives, unless the key had one before.
-- KEYS: game, once. ARGV: once field, fingerprint.
-- Reply: what was remembered before, nil if nothing.
local seen = redis.call('HGET', KEYS[2], ARGV[1])
if seen or redis.call('EXISTS', KEYS[1]) == 0 then return seen end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. ':0')
local life = redis.call('PTTL', KEYS[1])
if life > 0 then redis.call('PEXPIRE', KEYS[2], life) end
return false
