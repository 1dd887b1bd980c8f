#!lua
-- Appends notices to a player's inbox; nothing for an erased or unknown player. Sent twice with the mark of the last
-- delivery, it appends nothing.
-- KEYS: player, inbox, head. ARGV: player, mark, life in ms, greatest length, channel, notice, notice, ...
-- Reply: number of the last notice; 0 if nothing was delivered.
local p = redis.call('HMGET', KEYS[1], 'token', 'erased', 'mark', 'seq')
if not p[1] or p[2] then return 0 end
if p[3] == ARGV[2] then return tonumber(p[4]) end
local seq = tonumber(p[4] or '0')
for i = 6, #ARGV do
  seq = seq + 1
  redis.call('XADD', KEYS[2], 'MAXLEN', ARGV[4], seq .. '-0', 'mark', ARGV[2], 'notice', ARGV[i])
end
redis.call('HSET', KEYS[1], 'seq', seq, 'mark', ARGV[2])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
redis.call('SPUBLISH', ARGV[5], string.format('%.0f', redis.call('INCR', KEYS[3])) .. ' @' .. ARGV[1] .. ' ' .. seq)
return seq
