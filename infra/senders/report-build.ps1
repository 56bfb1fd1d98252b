# Reports the state of a CI build from a Windows agent, or the results of its tests:
#
#   report-build.ps1 STATUS [LOG]
#   report-build.ps1 -Tests 'results/*.xml'
#
# The counterpart of report-build.sh and report-tests.sh, which explain the arguments and variables. Each file with results
# is a report of its own, and the pattern stays within a folder. Needs Windows PowerShell 5.1 or
# PowerShell 7, nothing else.
#
# A report is stored before it is sent. Unless the service accepts or rejects it, it stays in the outbox: SLIPWAY_OUTBOX,
# or slipway\senders in the user's local application data. The next report of the same integration sends it again with
# the same id, so that nothing is lost or duplicated. Where the outbox cannot be written, the report is sent once. A
# report never fails the build; with SLIPWAY_STRICT=1 the exit code is 1 if the report is not accepted immediately. A
# status that is not a known word is refused with the exit code 2.
param([string] $Status, [string] $Log, [string] $Tests)

# How many bytes of a log are sent. The service stores as many characters.
$maxLog = 256000
$maxReports = 500
# All requests together take at most this many seconds.
$timeout = if ($env:SLIPWAY_TIMEOUT -match '^[1-9][0-9]*$') { [int] $env:SLIPWAY_TIMEOUT } else { 5 }

$words = @(
  'success', 'succeeded', 'passed', 'ok', 'completed', 'neutral', 'failure', 'failed', 'error', 'errored',
  'unstable', 'timed_out', 'startup_failure', 'partially_succeeded', 'aborted', 'cancelled', 'canceled', 'not_built',
  'skipped', 'not_run', 'stale', 'queued', 'pending', 'scheduled', 'waiting', 'created', 'manual', 'on_hold',
  'action_required', 'requested', 'preparing', 'starting', 'started', 'running', 'building', 'in_progress',
  'failing', 'restarted', 'blocked', 'passed_pending_approval'
)

# Which lines of a log matter. slipway-post.sh has the same patterns.
$errorLine = '(^|[^A-Za-z0-9_]|[;[][0-9]*m)([Ee]rrors?|ERRORS?|[Ff]atal|FATAL|[Ff]ail(ed|ures?|ing|s)?|FAIL(ED|URES?)?|panic|panicked|Traceback|[Aa]ssertion|[Ee]xpected|[Cc]annot|[Cc]ould not|[Uu]nable to|not found|[Nn]o such)([^A-Za-z0-9_]|$)|[a-z](Error|Exception)([^A-Za-z0-9_]|$)|exited with [1-9]|exit (code|status) [1-9]'
$harmlessLine = '(^|[^0-9])0 ([Ee]rrors?|[Ff]ailures?|failed)|([Ee]rrors?|[Ff]ailures?|[Ff]ailed): ?0|[Nn]o errors?|[Ww]arning|WARN|[Dd]eprecat|PASS|[Pp]assed|[Ss]kipped'
$certainLine = '([Ee]rror|ERROR|FATAL)( [A-Z]+[0-9]+)? ?:'
$stepLine = '^(##\[group]Run |##\[section]Starting: |\[Pipeline] (sh|bat|powershell|stage)|section_start:|~~~ |--- |[+][+][+] |[*][*][*][*][*][*][*][*][*][*] |[$] |> Task :)'

function Write-Problem([string] $text) { [Console]::Error.WriteLine("slipway: $text") }

# The first value that is not empty.
function Select-Filled { foreach ($value in $args) { if ($value) { return $value } } }

# What git prints, or nothing where there is no repository.
function Get-FromGit { try { & git @args 2>$null } catch { } }

function Get-Build {
  if ($env:GITHUB_ACTIONS -eq 'true') {
    # Jobs of a workflow are builds of their own, and so are the jobs of a matrix, which share a name.
    $matrix = if ($env:SLIPWAY_MATRIX) { " ($env:SLIPWAY_MATRIX)" } else { '' }
    # A second attempt keeps the build number.
    $attempt = if ($env:GITHUB_RUN_ATTEMPT -gt 1) { ".$env:GITHUB_RUN_ATTEMPT" } else { '' }
    return @{
      job_name = "$env:GITHUB_WORKFLOW / $env:GITHUB_JOB$matrix"
      build_number = "$env:GITHUB_RUN_NUMBER$attempt"
      build_url = "$env:GITHUB_SERVER_URL/$env:GITHUB_REPOSITORY/actions/runs/$env:GITHUB_RUN_ID"
      commit = $env:GITHUB_SHA
      branch = Select-Filled $env:GITHUB_HEAD_REF $env:GITHUB_REF_NAME
      author = $env:GITHUB_ACTOR
    }
  }
  if ($env:BUILDKITE -eq 'true') {
    return @{
      job_name = $env:BUILDKITE_PIPELINE_SLUG
      build_number = $env:BUILDKITE_BUILD_NUMBER
      build_url = $env:BUILDKITE_BUILD_URL
      commit = $env:BUILDKITE_COMMIT
      branch = $env:BUILDKITE_BRANCH
      author = Select-Filled $env:BUILDKITE_BUILD_CREATOR $env:BUILDKITE_BUILD_AUTHOR
    }
  }
  if ($env:GITLAB_CI -eq 'true') {
    return @{
      job_name = "$env:CI_PROJECT_NAME/$env:CI_JOB_NAME"
      build_number = $env:CI_JOB_ID
      build_url = $env:CI_JOB_URL
      commit = $env:CI_COMMIT_SHA
      branch = $env:CI_COMMIT_REF_NAME
      author = $env:GITLAB_USER_NAME
    }
  }
  if ($env:TEAMCITY_VERSION) {
    return @{
      job_name = $env:TEAMCITY_BUILDCONF_NAME
      build_number = $env:BUILD_NUMBER
      build_url = $env:BUILD_URL
      commit = $env:BUILD_VCS_NUMBER
      branch = Get-FromGit branch --show-current
    }
  }
  return @{
    job_name = $env:JOB_NAME
    build_number = $env:BUILD_NUMBER
    build_url = $env:BUILD_URL
    commit = $env:GIT_COMMIT
    branch = Select-Filled $env:BRANCH_NAME ("$env:GIT_BRANCH" -replace '^origin/')
  }
}

function Get-Mark([int] $count, [string] $unit) {
  if ($count -eq 1) { return "[$([char] 0x2026) 1 $unit was cut $([char] 0x2026)]" }
  return "[$([char] 0x2026) $($count.ToString('N0', [Globalization.CultureInfo]::InvariantCulture)) ${unit}s were cut $([char] 0x2026)]"
}

# A long line loses its middle, and with it a character that may be incomplete. Latin-1 has one character for each byte.
function Get-WithoutMiddle([string] $line) {
  $latin1 = [Text.Encoding]::GetEncoding(28591)
  $bytes = $latin1.GetString([Text.Encoding]::UTF8.GetBytes($line))
  if ($bytes.Length -le 4000) { return $line }
  $start = $bytes.Substring(0, 1952) -replace '[\u00c0-\u00ff][\u0080-\u00bf]*$'
  $end = $bytes.Substring($bytes.Length - 1952) -replace '^[\u0080-\u00bf]+'
  $mark = Get-Mark ($bytes.Length - $start.Length - $end.Length) 'byte'
  return [Text.Encoding]::UTF8.GetString($latin1.GetBytes($start)) + " $mark " + [Text.Encoding]::UTF8.GetString($latin1.GetBytes($end))
}

# The lines of a log that matter, as senders.md specifies; slipway-post.sh keeps the same ones. Reads the log once, with
# memory for about twice the limit.
function Get-LinesThatMatter([string] $path, [int] $limit) {
  $utf8 = [Text.Encoding]::UTF8
  $room = $limit - 4 * 48
  $headRoom = [Math]::Floor($room / 16)
  $firstLeft = [Math]::Floor($room * 3 / 16)
  $lastRoom = [Math]::Floor($room / 2)
  $recent = @{}; $kept = @{}; $last = @{}; $costs = @{}
  $recentStart = 1; $recentBytes = 0; $keptBytes = 0; $lastStart = 1; $lastBytes = 0
  $headEnd = 0; $headIsFull = $false; $firstIsFull = $false
  $count = 0; $reported = 0; $reportEnd = 0
  $reader = [IO.StreamReader]::new($path)
  while (-not $reader.EndOfStream) {
    $line = $reader.ReadLine()
    $count += 1
    if ($line.Length -gt 1333) { $line = Get-WithoutMiddle $line }
    $size = $utf8.GetByteCount($line) + 1
    $recent[$count] = $line
    $recentBytes += $size
    while ($recentBytes -gt $limit) {
      $recentBytes -= $utf8.GetByteCount($recent[$recentStart]) + 1
      $recent.Remove($recentStart)
      $recentStart += 1
    }
    if (-not $headIsFull -and $keptBytes + $size -gt $headRoom) { $headIsFull = $true }
    if (-not $headIsFull) {
      $headEnd = $count
      $kept[$count] = $line
      $keptBytes += $size
    }
    $from = $count
    if ($line -cmatch $errorLine -and ($line -cnotmatch $harmlessLine -or $line -cmatch $certainLine)) {
      $from = $count - 3
      $reportEnd = $count + 8
    } elseif ($reportEnd -lt $count -and $line -cmatch $stepLine) {
      $reportEnd = $count
    }
    if ($count -gt $reportEnd) { continue }
    $number = [Math]::Max($from, $reported + 1)
    while ($number -le $count) {
      $gap = if ($number -gt $reported + 1) { 48 } else { 0 }
      $reported = $number
      if ($number -gt $headEnd -and $number -ge $recentStart) {
        $cost = $utf8.GetByteCount($recent[$number]) + 1 + $gap
        if ($cost -gt $firstLeft) { $firstIsFull = $true }
        if ($firstIsFull) {
          $last[$number] = $recent[$number]
          $costs[$number] = $cost
          $lastBytes += $cost
          while ($lastBytes -gt $lastRoom) {
            if ($last.ContainsKey($lastStart)) { $lastBytes -= $costs[$lastStart] }
            $last.Remove($lastStart)
            $lastStart += 1
          }
        } else {
          $kept[$number] = $recent[$number]
          $keptBytes += $cost
          $firstLeft -= $cost
        }
      }
      $number += 1
    }
  }
  $reader.Close()

  # The tail gets a quarter of the limit, and what the other parts leave.
  $tail = $count + 1
  $left = [Math]::Floor($room / 4)
  while ($tail -gt 1 -and $utf8.GetByteCount($recent[$tail - 1]) + 1 -le $left) {
    $tail -= 1
    $left -= $utf8.GetByteCount($recent[$tail]) + 1
  }
  $left = $room - $keptBytes - ([Math]::Floor($room / 4) - $left)
  foreach ($number in $last.Keys) { if ($number -lt $tail) { $left -= $costs[$number] } }
  while ($tail -gt 1) {
    $number = $tail - 1
    if (-not ($kept.ContainsKey($number) -or $last.ContainsKey($number))) {
      if ($number -lt $recentStart) { break }
      $left -= $utf8.GetByteCount($recent[$number]) + 1
      if ($left -lt 0) { break }
    }
    $tail -= 1
  }
  if ($recentStart -eq 1) { $tail = 1 }

  $lines = [Collections.ArrayList]::new()
  $before = 0
  $number = 0
  while ($number -lt $count) {
    $number += 1
    if ($kept.ContainsKey($number)) { $line = $kept[$number] }
    elseif ($last.ContainsKey($number)) { $line = $last[$number] }
    elseif ($number -ge $tail) { $line = $recent[$number] }
    else { continue }
    if ($number -gt $before + 1) { $lines.Add((Get-Mark ($number - $before - 1) 'line')) | Out-Null }
    $lines.Add($line) | Out-Null
    $before = $number
  }
  if ($before -lt $count) { $lines.Add((Get-Mark ($count - $before) 'line')) | Out-Null }
  return $lines -join "`n"
}

# The lines of the log that matter. A report without its log is better than none.
function Get-SentLog {
  if (-not $Log) { return }
  $text = ''
  if (Test-Path -LiteralPath $Log) {
    $path = (Resolve-Path -LiteralPath $Log).ProviderPath
    $text = if ((Get-Item -LiteralPath $path).Length -gt $maxLog) { Get-LinesThatMatter $path $maxLog } else { [IO.File]::ReadAllText($path) }
  }
  if ($text) { return $text }
  Write-Problem "$Log is missing or empty; the report has no log"
}

function New-Report {
  $build = Get-Build
  $report = @{
    status = $Status
    job_name = Select-Filled $env:SLIPWAY_JOB $build.job_name
    build_number = Select-Filled $env:SLIPWAY_BUILD_NUMBER $build.build_number
    build_url = Select-Filled $env:SLIPWAY_BUILD_URL $build.build_url
    commit = Select-Filled $env:SLIPWAY_COMMIT $build.commit
    branch = Select-Filled $env:SLIPWAY_BRANCH $build.branch
    author = Select-Filled $env:SLIPWAY_AUTHOR $build.author (Get-FromGit log -1 '--format=%an <%ae>')
    changelist = $env:P4_CHANGELIST
    logs_tail = Get-SentLog
  }
  if ($report.logs_tail -and (Get-Item -LiteralPath $Log).Length -gt $maxLog) { $report.log_truncated = $true }
  # The report may be sent later, so it includes its own time.
  $now = [DateTime]::UtcNow.ToString('yyyy-MM-ddTHH:mm:ssZ')
  if ($Status -match '^(started|running|building|in_progress|failing|restarted)$') {
    $report.started_at = $now
  } else {
    $report.started_at = Select-Filled $env:SLIPWAY_STARTED $env:CI_JOB_STARTED_AT
    $report.finished_at = $now
  }
  return $report
}

# One folder for each host and token, so that no integration waits for another.
function Get-Queue {
  $outbox = Select-Filled $env:SLIPWAY_OUTBOX (Join-Path ([Environment]::GetFolderPath('LocalApplicationData')) 'slipway/senders')
  $bytes = [Text.Encoding]::UTF8.GetBytes("$env:SLIPWAY_HOST $env:SLIPWAY_WEBHOOK_TOKEN")
  $digest = [BitConverter]::ToString([Security.Cryptography.SHA256]::Create().ComputeHash($bytes)).Replace('-', '')
  return Join-Path $outbox ($digest.Substring(0, 16))
}

# The build and the variant as parameters of an address, or nothing if the build is unknown.
function Get-TestQuery {
  $build = Get-Build
  $fields = @{
    job_name = Select-Filled $env:SLIPWAY_JOB $build.job_name
    build_number = Select-Filled $env:SLIPWAY_BUILD_NUMBER $build.build_number
  }
  if ($env:SLIPWAY_BUILD_URL -and -not ($env:SLIPWAY_JOB -or $env:SLIPWAY_BUILD_NUMBER)) {
    $fields = @{ build_url = $env:SLIPWAY_BUILD_URL }
  } elseif (-not ($fields.job_name -and $fields.build_number)) {
    return
  }
  $fields.suite = $env:SLIPWAY_SUITE
  $fields.platform = $env:SLIPWAY_PLATFORM
  $fields.configuration = $env:SLIPWAY_CONFIGURATION
  $fields.renderer = $env:SLIPWAY_RENDERER
  $fields.device = $env:SLIPWAY_DEVICE
  $fields.attempt = $env:SLIPWAY_ATTEMPT
  if (-not $fields.attempt -and $env:BUILDKITE_RETRY_COUNT) { $fields.attempt = 1 + [int] $env:BUILDKITE_RETRY_COUNT }
  $pairs = foreach ($name in $fields.Keys) {
    if ($fields[$name]) { "$name=$([Uri]::EscapeDataString($fields[$name]))" }
  }
  return $pairs -join '&'
}

function Get-Compressed([string] $path) {
  $bytes = [IO.File]::ReadAllBytes($path)
  $compressed = [IO.MemoryStream]::new()
  $gzip = [IO.Compression.GZipStream]::new($compressed, [IO.Compression.CompressionMode]::Compress)
  $gzip.Write($bytes, 0, $bytes.Length)
  $gzip.Close()
  return [Convert]::ToBase64String($compressed.ToArray())
}

# A report for each file: the parameters on the first line, then the file.
function Get-TestReports {
  $query = Get-TestQuery
  if (-not $query) {
    Write-Problem 'the job or number of the build is unknown; no tests are reported'
    return
  }
  $files = @(Get-ChildItem $Tests -ErrorAction SilentlyContinue)
  if ($files.Count -eq 0) { Write-Problem "there are no test reports: no file matches $Tests" }
  foreach ($file in $files) { @{ kind = 'tests.json'; text = "$query`n$(Get-Compressed $file.FullName)" } }
}

# Sends one report: true if it was accepted, false if it was rejected, nothing if it has to wait. A proxy or a sign-in page
# may respond in place of the service; every response of the service names the delivery.
function Send-Report([string] $name, [string] $text, $watch) {
  $path = 'ci'
  $type = 'application/json; charset=utf-8'
  $body = [Text.Encoding]::UTF8.GetBytes($text)
  if ($name -match '[.]tests[.]json$') {
    $end = $text.IndexOf("`n")
    $path = "tests?$($text.Substring(0, $end))"
    $type = 'application/octet-stream'
    $body = [Convert]::FromBase64String($text.Substring($end + 1))
  }
  # A report with more bytes than a build with its log gets more time.
  $slowSeconds = [Math]::Floor([Math]::Max(0, $body.Length - 524288) / 131072)
  $request = @{
    Method = 'Post'
    Uri = "$($env:SLIPWAY_HOST.TrimEnd('/'))/webhooks/$path"
    Headers = @{ 'X-Webhook-Token' = $env:SLIPWAY_WEBHOOK_TOKEN; 'X-Slipway-Delivery' = $name.Substring(20, 36) }
    ContentType = $type
    Body = $body
    TimeoutSec = [Math]::Max(1, $timeout - [Math]::Floor($watch.Elapsed.TotalSeconds)) + $slowSeconds
  }
  try {
    $answer = Invoke-RestMethod @request
    if ($answer.delivery_id) { return $true }
    Write-Problem 'the answer is not from Slipway; the report is not accepted'
  } catch {
    $code = [int] $_.Exception.Response.StatusCode
    $details = "$($_.ErrorDetails.Message)"
    # A report that is too large for a proxy never arrives.
    $isOwn = $code -eq 413 -or $details -match '"delivery_id"'
    if ($isOwn -and $code -ge 400 -and $code -lt 500 -and $code -notin 408, 425, 429) {
      Write-Problem "the service refused the report: $code $details"
      return $false
    }
    Write-Problem "the service did not accept the report: $($_.Exception.Message)"
  }
}

# Sends the waiting reports in order, and stops at the first that gets no answer. Returns the names of accepted ones.
function Send-Waiting([string] $queue) {
  $waiting = @(Get-ChildItem $queue -Filter '*.json' | Sort-Object Name)
  foreach ($file in $waiting | Select-Object -First ([Math]::Max(0, $waiting.Count - $maxReports))) {
    Write-Problem 'the outbox is full; the oldest report is dropped'
    Remove-Item $file.FullName -ErrorAction SilentlyContinue
  }
  $watch = [Diagnostics.Stopwatch]::StartNew()
  foreach ($file in $waiting | Select-Object -Last $maxReports) {
    $accepted = $null
    if ($watch.Elapsed.TotalSeconds -lt $timeout) {
      $accepted = Send-Report $file.Name ([IO.File]::ReadAllText($file.FullName)) $watch
    }
    if ($null -eq $accepted) {
      Write-Problem 'what is not accepted is kept for next time'
      return
    }
    Remove-Item $file.FullName -ErrorAction SilentlyContinue
    if ($accepted) { $file.Name }
  }
}

# Stores a report under a name that sorts by time and contains its id. Returns the name, or nothing if it cannot be written.
function Save-Report([string] $queue, $report) {
  $name = '{0:D19}-{1}.{2}' -f [DateTime]::UtcNow.Ticks, [Guid]::NewGuid(), $report.kind
  try {
    New-Item -ItemType Directory -Force $queue -ErrorAction Stop | Out-Null
    # Renamed when it is complete, so that no other sender sees a part of it.
    $draft = Join-Path $queue "$name.draft"
    [IO.File]::WriteAllText($draft, $report.text)
    [IO.File]::Move($draft, (Join-Path $queue $name))
    return $name
  } catch {
    Write-Problem "the outbox $queue cannot be written; the report is sent only once"
  }
}

function Get-BuildReport {
  $report = New-Report
  if ($report.status -and $report.job_name -and $report.build_number) {
    return @{ kind = 'json'; text = ConvertTo-Json $report }
  }
  Write-Problem 'the build status, job or number is unknown; nothing is reported'
}

# Stores the reports, then sends them after those that wait. True if each was accepted.
function Send-Reports($reports) {
  if (-not ($env:SLIPWAY_HOST -and $env:SLIPWAY_WEBHOOK_TOKEN)) {
    Write-Problem 'set SLIPWAY_HOST and SLIPWAY_WEBHOOK_TOKEN; nothing is reported'
    return $false
  }
  $queue = Get-Queue
  $accepted = 0
  $stored = @(foreach ($report in $reports) {
    $name = Save-Report $queue $report
    if ($name) {
      $name
    } elseif (Send-Report "00000000000000000000$([Guid]::NewGuid()).$($report.kind)" $report.text ([Diagnostics.Stopwatch]::StartNew())) {
      $accepted += 1
    }
  })
  if ($stored.Count -gt 0) {
    foreach ($name in @(Send-Waiting $queue)) { if ($stored -contains $name) { $accepted += 1 } }
  }
  return $reports.Count -gt 0 -and $accepted -eq $reports.Count
}

if ($Status -and $words -notcontains $Status) {
  Write-Problem "the status $Status is not a known word; nothing is reported. Known words: $($words -join ', ')"
  exit 2
}
$sent = $false
try {
  # Windows PowerShell on older systems does not offer TLS 1.2 by itself.
  [Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12
  $reports = @(
    if ($Status -or -not $Tests) { Get-BuildReport }
    if ($Tests) { Get-TestReports }
  )
  $sent = Send-Reports $reports
} catch {
  Write-Problem "nothing is reported: $_"
}
if ($env:SLIPWAY_STRICT -eq '1' -and -not $sent) { exit 1 }
exit 0
