#!lua
-- Counts in a moving window: the times of what was counted, latest first; those that have left it are dropped.
-- KEYS: window. ARGV: most that it may hold, its length in ms, how many to count now, '1': else as many as fit.
-- Reply: whether it fits, room that is left, ms until the oldest leaves (0: it is empty).
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local most, length, amount = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local oldest = redis.call('LINDEX', KEYS[1], -1)
while oldest and tonumber(oldest) <= now - length do
  redis.call('RPOP', KEYS[1])
  oldest = redis.call('LINDEX', KEYS[1], -1)
end
local room = most - redis.call('LLEN', KEYS[1])
local fits = amount <= room
if not fits then amount = ARGV[4] == '1' and math.max(room, 0) or 0 end
if amount > 0 then
  for _ = 1, amount do redis.call('LPUSH', KEYS[1], string.format('%.0f', now)) end
  redis.call('PEXPIRE', KEYS[1], length)
  oldest = oldest or now
end
return {fits and 1 or 0, math.max(room - amount, 0), oldest and math.max(tonumber(oldest) + length - now, 1) or 0}
