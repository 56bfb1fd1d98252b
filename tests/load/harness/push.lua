-- One signed GitHub push per request, with a delivery id of its own, so that none is a duplicate.
function init(args)
  counter = 0
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/json"
  wrk.headers["X-GitHub-Event"] = "push"
  wrk.headers["X-Service-Token"] = args[2]
  wrk.headers["X-Hub-Signature-256"] = args[3]
  path = args[1]
  local file = io.open(args[4], "r")
  body = file:read("*a")
  file:close()
  run = tostring(os.time())
end

function request()
  counter = counter + 1
  wrk.headers["X-GitHub-Delivery"] = run .. "-" .. counter
  return wrk.format(nil, path, nil, body)
end
