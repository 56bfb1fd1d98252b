# Reports the state of a CI build from a Windows agent: report-build.ps1 STATUS [LOG]
#
# The counterpart of report-build.sh, which explains the arguments and variables. Needs Windows PowerShell 5.1 or
# PowerShell 7, nothing else.
#
# A report is stored before it is sent. Unless the service accepts or rejects it, it stays in the outbox: SLIPWAY_OUTBOX,
# or slipway\senders in the user's local application data. The next report of the same integration sends it again with
# the same id, so that nothing is lost or duplicated. A report never fails the build; with SLIPWAY_STRICT=1 the exit code
# is 1 if the report is not accepted immediately.
param([string] $Status, [string] $Log)

# The service stores 256,000 characters of a log.
$maxLog = 250000
$maxReports = 500

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

# The end of the log. A report without its log is better than none.
function Get-LogTail {
  if (-not $Log) { return }
  $text = if (Test-Path -LiteralPath $Log) { [IO.File]::ReadAllText((Resolve-Path -LiteralPath $Log).ProviderPath) } else { '' }
  if (-not $text) {
    Write-Problem "$Log is missing or empty; the report has no log"
    return
  }
  return $text.Substring([Math]::Max(0, $text.Length - $maxLog))
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
    logs_tail = Get-LogTail
  }
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

# Sends one report: true if it was accepted, false if it was rejected, nothing if it has to wait.
function Send-Report($file) {
  $request = @{
    Method = 'Post'
    Uri = "$($env:SLIPWAY_HOST.TrimEnd('/'))/webhooks/ci"
    Headers = @{ 'X-Webhook-Token' = $env:SLIPWAY_WEBHOOK_TOKEN; 'X-Slipway-Delivery' = $file.BaseName.Substring(20) }
    ContentType = 'application/json; charset=utf-8'
    Body = [IO.File]::ReadAllBytes($file.FullName)
    TimeoutSec = 30
  }
  try {
    Invoke-RestMethod @request | Out-Null
    return $true
  } catch {
    $code = [int] $_.Exception.Response.StatusCode
    if ($code -ge 400 -and $code -lt 500 -and $code -notin 408, 425, 429) {
      Write-Problem "the service refused the report: $code $($_.ErrorDetails.Message)"
      return $false
    }
    Write-Problem "the service did not accept the report ($($_.Exception.Message)); it is kept for next time"
  }
}

# Sends the waiting reports in order, and stops at the first that gets no answer. Returns the names of accepted ones.
function Send-Waiting([string] $queue) {
  $waiting = @(Get-ChildItem $queue -Filter '*.json' | Sort-Object Name)
  foreach ($file in $waiting | Select-Object -First ([Math]::Max(0, $waiting.Count - $maxReports))) {
    Write-Problem 'the outbox is full; the oldest report is dropped'
    Remove-Item $file.FullName -ErrorAction SilentlyContinue
  }
  foreach ($file in $waiting | Select-Object -Last $maxReports) {
    $accepted = Send-Report $file
    if ($null -eq $accepted) { return }
    Remove-Item $file.FullName -ErrorAction SilentlyContinue
    if ($accepted) { $file.Name }
  }
}

# Stores the report under a name that sorts by time and ends in its id, then sends it. True if it was accepted.
function Send-Build {
  $report = New-Report
  if (-not ($report.status -and $report.job_name -and $report.build_number)) {
    Write-Problem 'the build status, job or number is unknown; nothing is reported'
    return $false
  }
  if (-not ($env:SLIPWAY_HOST -and $env:SLIPWAY_WEBHOOK_TOKEN)) {
    Write-Problem 'set SLIPWAY_HOST and SLIPWAY_WEBHOOK_TOKEN; nothing is reported'
    return $false
  }
  $queue = Get-Queue
  New-Item -ItemType Directory -Force $queue | Out-Null
  $name = '{0:D19}-{1}.json' -f [DateTime]::UtcNow.Ticks, [Guid]::NewGuid()
  # Renamed when it is complete, so that no other sender sees a part of it.
  $draft = Join-Path $queue "$name.draft"
  [IO.File]::WriteAllText($draft, (ConvertTo-Json $report))
  [IO.File]::Move($draft, (Join-Path $queue $name))
  return @(Send-Waiting $queue) -contains $name
}

$sent = $false
try {
  # Windows PowerShell on older systems does not offer TLS 1.2 by itself.
  [Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12
  $sent = Send-Build
} catch {
  Write-Problem "nothing is reported: $_"
}
if ($env:SLIPWAY_STRICT -eq '1' -and -not $sent) { exit 1 }
exit 0
