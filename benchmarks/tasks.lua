-- Tasks for a live service of examples/simulated/live.yaml, 20 in a request:
--   wrk -c 8 -d 60 --latency -s benchmarks/tasks.lua http://127.0.0.1:7400
local tasks = {}
for i = 1, 20 do
  tasks[i] = string.format('{"type":"spec-%02d","deadline":"in 2 s"}', i % 12)
end
wrk.method, wrk.path, wrk.body = "POST", "/v1/tasks", "[" .. table.concat(tasks, ",") .. "]"
wrk.headers["Content-Type"] = "application/json"
