// Reports every build of this Unity project to Slipway. Copy this file into Assets/Editor. It needs no package.
//
// Environment of the editor (set it where the build runs):
//   SLIPWAY_HOST            the address of the service, https://slipway.example.com
//   SLIPWAY_WEBHOOK_TOKEN   the token of a game engine integration
//   SLIPWAY_BUILD_NUMBER    the build number; by default BUILD_NUMBER, or else the start time
//   SLIPWAY_JOB             the job name; by default JOB_NAME, or else the product name
//
// A report is stored in Library/SlipwayOutbox before it is sent. Unless the service accepts or rejects it, it waits
// there, and the next build sends it again with the same id. Each address and token has its own folder. Where that folder
// cannot be written, the report is sent once. A report never fails a build, and the reports of a build delay it by five
// seconds at most.
#if UNITY_EDITOR
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Threading;
using UnityEditor;
using UnityEditor.Build;
using UnityEditor.Build.Reporting;
using UnityEngine;

public sealed class SlipwayBuildReporter : IPreprocessBuildWithReport, IPostprocessBuildWithReport
{
    private const string Outbox = "Library/SlipwayOutbox";
    private const int MaxReports = 200;
    // How many bytes of a log are sent. The service stores as many characters.
    private const int MaxLog = 256000;
    // Longer than the mark that replaces what is cut.
    private const int MarkBytes = 48;
    // How long a service that does not respond may delay a build.
    private const int TimeoutMs = 5000;
    // No request begins with less time than this.
    private const int MinRequestMs = 100;
    // Small reports do not wait for a larger one.
    private const int LargeBytes = 65536;
    // A draft of this age belongs to an editor that was killed while writing it.
    private const int DraftHours = 24;

    // The reports. Each {name} is replaced with a JSON value. Slipway's tests send these templates.
    private const string ProgressTemplate =
        "{\"build_number\":{number},\"job_name\":{job},\"engine\":\"unity\",\"platform\":{platform},\"commit\":{commit},\"timestamp\":{time}}";
    private const string FailedTemplate =
        "{\"build_number\":{number},\"job_name\":{job},\"engine\":\"unity\",\"platform\":{platform},\"commit\":{commit},\"timestamp\":{time},\"log\":{log}}";

    private static BuildReport running;
    // How long this build has waited in vain.
    private static double delayMs;

    public int callbackOrder { get { return 0; } }

    public void OnPreprocessBuild(BuildReport report)
    {
        running = report;
        delayMs = 0;
        // Unity does not call OnPostprocessBuild for a failed build. The editor checks the result once the build has
        // returned; in batch mode it quits before that.
        EditorApplication.delayCall += ReportFailure;
        EditorApplication.quitting += ReportFailure;
        Report("packaging_started", ProgressTemplate, report);
    }

    public void OnPostprocessBuild(BuildReport report)
    {
        running = null;
        Report("build_completed", ProgressTemplate, report);
    }

    private static void ReportFailure()
    {
        var report = running;
        running = null;
        if (report != null) Report("build_failed", FailedTemplate, report);
    }

    private static void Report(string path, string template, BuildReport report)
    {
        try
        {
            var host = Variable("SLIPWAY_HOST");
            var token = Variable("SLIPWAY_WEBHOOK_TOKEN");
            if (host == null || token == null) throw new Exception("set SLIPWAY_HOST and SLIPWAY_WEBHOOK_TOKEN");
            var queue = Path.Combine(Outbox, Digest(host + " " + token));
            var body = Fill(template, ValuesOf(report));
            var end = DateTime.UtcNow.AddMilliseconds(TimeoutMs - delayMs);
            if (Keep(queue, path, body))
            {
                Clean(queue);
                Flush(queue, host, token, end);
            }
            else Send(host, token, path, Guid.NewGuid().ToString(), body, end);
        }
        catch (Exception error)
        {
            Debug.LogWarning("Slipway: " + error.Message);
        }
    }

    private static Dictionary<string, string> ValuesOf(BuildReport report)
    {
        var started = report.summary.buildStartedAt.ToUniversalTime();
        var seconds = (long)(started - new DateTime(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc)).TotalSeconds;
        var errors = report.steps
            .SelectMany(step => step.messages)
            .Where(message => message.type == LogType.Error || message.type == LogType.Exception)
            .Select(message => message.content);
        return new Dictionary<string, string>
        {
            { "number", Variable("SLIPWAY_BUILD_NUMBER") ?? Variable("BUILD_NUMBER") ?? seconds.ToString(CultureInfo.InvariantCulture) },
            { "job", Variable("SLIPWAY_JOB") ?? Variable("JOB_NAME") ?? PlayerSettings.productName },
            { "platform", report.summary.platform.ToString() },
            { "commit", Variable("GIT_COMMIT") ?? Variable("GITHUB_SHA") ?? "" },
            { "time", DateTime.UtcNow.ToString("o", CultureInfo.InvariantCulture) },
            { "log", WithoutMiddle(string.Join("\n", errors)) },
        };
    }

    // All messages are errors, so the first and the last of them matter.
    private static string WithoutMiddle(string log)
    {
        if (Encoding.UTF8.GetByteCount(log) <= MaxLog) return log;
        var lines = log.Split('\n');
        var first = LinesWithin((MaxLog - MarkBytes) / 16 * 7, lines);
        var last = LinesWithin((MaxLog - MarkBytes) / 16 * 9, lines.Skip(first).Reverse());
        var cut = (lines.Length - first - last).ToString("N0", CultureInfo.InvariantCulture);
        return string.Join("\n", lines.Take(first)
            .Concat(new[] { "[… " + cut + " lines were cut …]" })
            .Concat(lines.Skip(lines.Length - last)));
    }

    private static int LinesWithin(int bytes, IEnumerable<string> lines)
    {
        return lines.TakeWhile(line => (bytes -= Encoding.UTF8.GetByteCount(line) + 1) >= 0).Count();
    }

    private static string Variable(string name)
    {
        var value = Environment.GetEnvironmentVariable(name);
        return string.IsNullOrEmpty(value) ? null : value;
    }

    private static string Fill(string template, Dictionary<string, string> values)
    {
        // A single pass, so that a value that contains a name in braces is left alone.
        var filled = new StringBuilder();
        for (var at = 0; at < template.Length; at++)
        {
            var end = template[at] == '{' ? template.IndexOf('}', at) : -1;
            string value = null;
            if (end > at && values.TryGetValue(template.Substring(at + 1, end - at - 1), out value))
            {
                filled.Append(Quoted(value));
                at = end;
            }
            else filled.Append(template[at]);
        }
        return filled.ToString();
    }

    private static string Quoted(string text)
    {
        var quoted = new StringBuilder("\"");
        foreach (var character in text)
        {
            if (character == '"' || character == '\\') quoted.Append('\\').Append(character);
            else if (character < ' ') quoted.AppendFormat(CultureInfo.InvariantCulture, "\\u{0:x4}", (int)character);
            else quoted.Append(character);
        }
        return quoted.Append('"').ToString();
    }

    private static string Digest(string text)
    {
        using (var sha = SHA256.Create())
        {
            var digest = sha.ComputeHash(Encoding.UTF8.GetBytes(text));
            return BitConverter.ToString(digest, 0, 8).Replace("-", "").ToLowerInvariant();
        }
    }

    // A report is a file whose name determines its order and whose first line is its path. It is renamed once it is
    // complete.
    private static bool Keep(string queue, string path, string body)
    {
        try
        {
            Directory.CreateDirectory(queue);
            var name = DateTime.UtcNow.Ticks.ToString("D19", CultureInfo.InvariantCulture) + "-" + Guid.NewGuid();
            var draft = Path.Combine(queue, name + ".draft");
            File.WriteAllText(draft, path + "\n" + body);
            File.Move(draft, Path.Combine(queue, name + ".report"));
            return true;
        }
        catch (Exception error)
        {
            if (!(error is IOException) && !(error is UnauthorizedAccessException)) throw;
            Debug.LogWarning("Slipway: " + queue + " cannot be written; the report is sent only once");
            return false;
        }
    }

    private static List<string> ReportsIn(string queue)
    {
        return Directory.GetFiles(queue, "*.report").OrderBy(file => file, StringComparer.Ordinal).ToList();
    }

    private static void Clean(string queue)
    {
        var abandoned = DateTime.UtcNow.AddHours(-DraftHours);
        foreach (var draft in Directory.GetFiles(queue, "*.draft"))
            if (File.GetLastWriteTimeUtc(draft) < abandoned) File.Delete(draft);
        var reports = ReportsIn(queue);
        foreach (var oldest in reports.Take(Math.Max(0, reports.Count - MaxReports))) File.Delete(oldest);
    }

    // Small reports come first, in order. If one of them gets no response, the service cannot be reached. A large one
    // may just be too slow, so the next one is tried.
    private static void Flush(string queue, string host, string token, DateTime end)
    {
        foreach (var file in ReportsIn(queue).OrderBy(report => IsLarge(report)))
        {
            var text = File.ReadAllText(file);
            var path = text.Substring(0, text.IndexOf('\n'));
            var id = Path.GetFileNameWithoutExtension(file);
            if (Send(host, token, path, id, text.Substring(path.Length + 1), end)) File.Delete(file);
            else if (!IsLarge(file)) return;
        }
    }

    private static bool IsLarge(string file)
    {
        return new FileInfo(file).Length > LargeBytes;
    }

    // False unless the service accepts the report or permanently rejects it before the end.
    private static bool Send(string host, string token, string path, string id, string body, DateTime end)
    {
        var began = DateTime.UtcNow;
        var leftMs = (int)(end - began).TotalMilliseconds;
        if (leftMs < MinRequestMs) return false;
        var bytes = Encoding.UTF8.GetBytes(body);
        var request = (HttpWebRequest)WebRequest.Create(host.TrimEnd('/') + "/webhooks/game_engine/" + path);
        request.Method = "POST";
        // A redirect would be followed with a GET, whose response says nothing about the report.
        request.AllowAutoRedirect = false;
        request.ServicePoint.Expect100Continue = false;
        request.ContentType = "application/json";
        request.Headers["X-Service-Token"] = token;
        request.Headers["X-Slipway-Delivery"] = id;
        var isFinal = false;
        // The timeouts of a request begin again with each part of the response.
        using (new Timer(_ => request.Abort(), null, leftMs, Timeout.Infinite))
        {
            try
            {
                using (var response = ResponseTo(request, bytes)) isFinal = IsFinal(response);
            }
            catch (Exception error)
            {
                Debug.LogWarning("Slipway: " + error.Message);
            }
        }
        if (!isFinal) delayMs += (DateTime.UtcNow - began).TotalMilliseconds;
        return isFinal;
    }

    // The response, even if its status is an error.
    private static HttpWebResponse ResponseTo(HttpWebRequest request, byte[] bytes)
    {
        try
        {
            using (var stream = request.GetRequestStream()) stream.Write(bytes, 0, bytes.Length);
            return (HttpWebResponse)request.GetResponse();
        }
        catch (WebException error)
        {
            if (error.Response == null) throw;
            return (HttpWebResponse)error.Response;
        }
    }

    // A proxy or a sign-in page may respond in place of the service. Every response of the service names the delivery; a
    // report that is too large for a proxy never arrives.
    private static bool IsFinal(HttpWebResponse response)
    {
        var code = (int)response.StatusCode;
        var isAccepted = code >= 200 && code < 300;
        var isRefused = code >= 400 && code < 500 && code != 408 && code != 425 && code != 429;
        var isOwn = code == 413;
        using (var reader = new StreamReader(response.GetResponseStream()))
            if (isAccepted || isRefused) isOwn = isOwn || reader.ReadToEnd().Contains("\"delivery_id\"");
        if (isOwn && isAccepted) return true;
        Debug.LogWarning("Slipway: the report was " + (isOwn ? "refused (" : "not accepted (") + code + ")");
        return isOwn;
    }
}
#endif
