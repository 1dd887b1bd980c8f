#!lua flags=no-writes
-- Entries of a game's feed after a cursor.
-- KEYS: game, feed. ARGV: seq (0 = start), mark, limit.
-- Reply: `ok|reset|expired|gone`, version, mark, status, entries.
local g = redis.call('HMGET', KEYS[1], 'version', 'mark', 'status')
if not g[1] then return {'gone', 0, '', '', {}} end
local seq, version, here = tonumber(ARGV[1]), tonumber(g[1]), ARGV[1] .. '-0'
local function answer(code, entries) return {code, version, g[2], g[3], entries} end
if seq == 0 then return answer('ok', redis.call('XRANGE', KEYS[2], '-', '+', 'COUNT', ARGV[3])) end
if seq > version then return answer('reset', {}) end
if seq == version then return answer(g[2] == ARGV[2] and 'ok' or 'reset', {}) end
local entry = redis.call('XRANGE', KEYS[2], here, here)[1]
if not entry then return answer('expired', {}) end
if entry[2][2] ~= ARGV[2] then return answer('reset', {}) end
return answer('ok', redis.call('XRANGE', KEYS[2], '(' .. here, '+', 'COUNT', ARGV[3]))
