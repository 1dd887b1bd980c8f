#!lua flags=no-writes
-- Everything that an answer about one game may depend on, of one moment.
-- KEYS: game, once. ARGV: mark the caller already has ('' none), once field ('' none).
-- Reply: now, version, mark, at, status, deadlines, state, record (both nil if the mark is known), once value.
local t = redis.call('TIME')
local g = redis.call('HMGET', KEYS[1], 'version', 'mark', 'at', 'status', 'deadlines')
local seen = ARGV[2] ~= '' and redis.call('HGET', KEYS[2], ARGV[2]) or false
local rest = {false, false}
if g[2] ~= ARGV[1] then rest = redis.call('HMGET', KEYS[1], 'state', 'record') end
return {t[1] * 1000 + math.floor(t[2] / 1000), g[1], g[2], g[3], g[4], g[5], rest[1], rest[2], seen}
