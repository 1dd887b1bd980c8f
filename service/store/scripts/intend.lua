#!lua
-- Notes, before the commit that takes a seat, that the player will be in this game.
-- KEYS: player, games. ARGV: game, age in ms from which a note is old.
-- Reply: the time of the intent, then old notes with their times; 0 alone if the player is erased or unknown.
local p = redis.call('HMGET', KEYS[1], 'token', 'erased')
if not p[1] or p[2] then return {0} end
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
redis.call('ZADD', KEYS[2], string.format('%.0f', now), ARGV[1])
local old = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', string.format('%.0f', now - ARGV[2]), 'WITHSCORES', 'LIMIT', 0, 400)
return {now, unpack(old)}
