-- Reports one cooked asset of the same build per request.
function init(args)
  counter = 0
  path = args[1]
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/json"
  wrk.headers["X-Service-Token"] = args[2]
end

function request()
  counter = counter + 1
  local body = string.format(
    '{"build_number":4711,"job_name":"Cook-Win64","path":"/Game/Harbor/Props/SM_Prop_%d","content_hash":"%064x","size_bytes":%d}',
    counter, counter, counter)
  return wrk.format(nil, path, nil, body)
end
