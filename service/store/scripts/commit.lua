#!lua
-- Checks and writes one attempt; every check comes before the first write, since a failing script is not rolled back.
-- KEYS: game, feed, once, due, owed, open, head.
-- ARGV: 1 id, 2 base version (0 creates), 3 base mark ('' creates), 4 my mark, 5 not_after ('' none), 6 once field
-- ('' none), 7 fingerprint, 8 state, 9 record, 10 status, 11 tellings, 12 decisions, 13 deadlines `17:in:10000;18:at:<ms>`,
-- 14 due `deadline:at:<ms>;bot:in:600`, 15 new untold lines, 16 open score ('' not in the lobby), 17 life in ms ('' none),
-- 18 channel, 19 who: `caller` (one whose race is lost goes before bots for 20's ms), `bot` or '' (neither), 20 ms.
-- Reply: `ok|done`, version, now, all untold lines; `stale|late`, version, now; or `seen`, value, now.
local function time() local t = redis.call('TIME') return t[1] * 1000 + math.floor(t[2] / 1000) end
local function int(n) return string.format('%.0f', n) end
local g = redis.call('HMGET', KEYS[1], 'version', 'mark', 'at', 'untold', 'first_until')
local version, mark, real = tonumber(g[1] or '0'), g[2] or '', time()
local now = math.max(real, tonumber(g[3] or '0'))
local next_version = tonumber(ARGV[2]) + 1
if mark ~= ARGV[3] then
  local e = redis.call('XRANGE', KEYS[2], next_version .. '-0', next_version .. '-0')[1]
  if e and e[2][2] == ARGV[4] then return {'done', next_version, tonumber(e[2][4]), g[4] or ''} end
end
if ARGV[6] ~= '' then
  local seen = redis.call('HGET', KEYS[3], ARGV[6])
  if seen then return {'seen', seen, now} end
end
if mark ~= ARGV[3] or version ~= next_version - 1 then
  if ARGV[19] == 'caller' and version > 0 then redis.call('HSET', KEYS[1], 'first_until', int(real + ARGV[20])) end
  return {'stale', version, now}
end
if ARGV[19] == 'bot' and tonumber(g[5] or '0') > real then return {'late', version, now} end
if ARGV[5] ~= '' and real > tonumber(ARGV[5]) then return {'late', version, now} end
local function moments(text)
  local out = {}
  for name, how, ms in string.gmatch(text, '([^:;]+):(%a+):(%d+)') do
    out[#out + 1] = {name, (how == 'in' and now or 0) + tonumber(ms)}
  end
  return out
end
redis.call('XADD', KEYS[2], next_version .. '-0', 'mark', ARGV[4], 'at', int(now), 'tellings', ARGV[11], 'decisions', ARGV[12])
local deadlines = {}
for _, p in ipairs(moments(ARGV[13])) do deadlines[#deadlines + 1] = p[1] .. ':' .. int(p[2]) end
local untold = (g[4] or '') .. ARGV[15]
redis.call('HSET', KEYS[1], 'version', next_version, 'mark', ARGV[4], 'at', int(now), 'status', ARGV[10],
  'state', ARGV[8], 'record', ARGV[9], 'deadlines', table.concat(deadlines, ';'), 'untold', untold, 'first_until', '0')
if ARGV[6] ~= '' then redis.call('HSET', KEYS[3], ARGV[6], ARGV[7] .. ':' .. next_version) end
local wanted = {}
for _, d in ipairs(moments(ARGV[14])) do wanted[d[1]] = d[2] end
if untold ~= '' then wanted.tell = now + 300 end
for _, kind in ipairs({'deadline', 'bot', 'tell', 'expire'}) do
  local member = ARGV[1] .. '|' .. kind
  if wanted[kind] then redis.call('ZADD', KEYS[4], int(wanted[kind]), member)
  else redis.call('ZREM', KEYS[4], member) end
  redis.call('ZREM', KEYS[5], member)
end
if ARGV[16] ~= '' then redis.call('ZADD', KEYS[6], ARGV[16], ARGV[1]) else redis.call('ZREM', KEYS[6], ARGV[1]) end
if ARGV[17] ~= '' then
  for i = 1, 3 do redis.call('PEXPIREAT', KEYS[i], int(now + tonumber(ARGV[17]))) end
end
redis.call('SPUBLISH', ARGV[18], int(redis.call('INCR', KEYS[7])) .. ' ' .. ARGV[1] .. ' ' .. next_version)
return {'ok', next_version, now, untold}
