#!lua flags=no-writes
-- Notices of a player after a cursor; decides like feed.lua, but number and mark are kept in the player's hash.
-- KEYS: player, inbox. ARGV: seq (0 = start), mark, limit.
-- Reply: `ok|reset|expired|gone`, seq, mark, entries.
local p = redis.call('HMGET', KEYS[1], 'token', 'erased', 'seq', 'mark')
if not p[1] or p[2] then return {'gone', 0, '', {}} end
local seq, last, here = tonumber(ARGV[1]), tonumber(p[3] or '0'), ARGV[1] .. '-0'
local function answer(code, entries) return {code, last, p[4] or '', entries} end
if seq == 0 then return answer('ok', redis.call('XRANGE', KEYS[2], '-', '+', 'COUNT', ARGV[3])) end
if seq > last then return answer('reset', {}) end
if seq == last then return answer(p[4] == ARGV[2] and 'ok' or 'reset', {}) end
local entry = redis.call('XRANGE', KEYS[2], here, here)[1]
if not entry then return answer('expired', {}) end
if entry[2][2] ~= ARGV[2] then return answer('reset', {}) end
return answer('ok', redis.call('XRANGE', KEYS[2], '(' .. here, '+', 'COUNT', ARGV[3]))
