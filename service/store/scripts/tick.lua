#!lua
-- What a clock has to do about one shard.
-- KEYS: due, owed, swept. ARGV: ticket ms, help after ms.
-- Reply: now, `idle|enqueue|wait|help`, ms late.
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local function first(key) return tonumber(redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2] or 'inf') end
local due, owed = first(KEYS[1]), first(KEYS[2])
if math.min(due, owed) > now then return {now, 'idle', 0} end
local late = now - math.min(due, owed)
if due <= now and late > tonumber(ARGV[2]) then return {now, 'help', late} end
if due <= now and redis.call('SET', KEYS[3], '1', 'NX', 'PX', ARGV[1]) then return {now, 'enqueue', late} end
return {now, 'wait', late}
