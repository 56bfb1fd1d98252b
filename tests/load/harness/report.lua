-- Sends one CI report per request, each for a different build, so that none is a duplicate.
local threads = 0
local log = string.rep("[512/1024] Compile Module.Harbor.cpp\\n", 20)

function setup(thread)
  thread:set("id", threads)
  threads = threads + 1
end

function init(args)
  counter = 0
  path = args[1]
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/json"
  wrk.headers["X-Webhook-Token"] = args[2]
end

function request()
  counter = counter + 1
  local body = string.format(
    '{"job_name":"Harbor-Win64","build_number":"%s-%d-%d","status":"SUCCESS","changelist":"48213",' ..
    '"build_url":"https://ci.example.com/job/Harbor-Win64/%d/","branch":"main","logs_tail":"%s"}',
    run, id, counter, counter, log)
  return wrk.format(nil, path, nil, body)
end

run = tostring(os.time())
