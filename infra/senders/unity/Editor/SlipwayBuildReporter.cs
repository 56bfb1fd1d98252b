// Reports every build of this Unity project to Slipway. Copy this file into Assets/Editor. It needs no package.
//
// Environment of the editor (set it where the build runs):
//   SLIPWAY_HOST            the address of the service, https://slipway.example.com
//   SLIPWAY_WEBHOOK_TOKEN   the token of a game engine integration
//   SLIPWAY_BUILD_NUMBER    the build number; by default BUILD_NUMBER, or else the start time
//   SLIPWAY_JOB             the job name; by default JOB_NAME, or else the product name
//
// A report is stored in Library/SlipwayOutbox before it is sent. Unless the service accepts or rejects it, it waits
// there, and the next build sends it again with the same id. Each address and token has its own folder. A report never
// fails a build.
#if UNITY_EDITOR
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using UnityEditor;
using UnityEditor.Build;
using UnityEditor.Build.Reporting;
using UnityEngine;

public sealed class SlipwayBuildReporter : IPreprocessBuildWithReport, IPostprocessBuildWithReport
{
    private const string Outbox = "Library/SlipwayOutbox";
    private const int MaxReports = 200;
    // The service stores 256,000 characters of a log.
    private const int MaxLog = 250000;
    // The time limit applies twice: to the connection and to the response. A large report gets more time.
    private const int TimeoutMs = 5000;
    private const int BytesPerMs = 131;
    // Small reports do not wait for a larger one.
    private const int LargeBytes = 65536;
    // No request begins after this time, so that many waiting reports do not delay a build.
    private const int FlushSeconds = 10;
    // A draft of this age belongs to an editor that was killed while writing it.
    private const int DraftHours = 24;

    // The reports. Each {name} is replaced with a JSON value. Slipway's tests send these templates.
    private const string ProgressTemplate =
        "{\"build_number\":{number},\"job_name\":{job},\"engine\":\"unity\",\"platform\":{platform},\"commit\":{commit},\"timestamp\":{time}}";
    private const string FailedTemplate =
        "{\"build_number\":{number},\"job_name\":{job},\"engine\":\"unity\",\"platform\":{platform},\"commit\":{commit},\"timestamp\":{time},\"log\":{log}}";

    private static BuildReport running;

    public int callbackOrder { get { return 0; } }

    public void OnPreprocessBuild(BuildReport report)
    {
        running = report;
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
            Keep(queue, path, Fill(template, ValuesOf(report)));
            Clean(queue);
            Flush(queue, host, token);
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
            { "log", LastOf(string.Join("\n", errors)) },
        };
    }

    private static string LastOf(string log)
    {
        if (log.Length <= MaxLog) return log;
        var start = log.Length - MaxLog;
        return log.Substring(char.IsLowSurrogate(log[start]) ? start + 1 : start);
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
    private static void Keep(string queue, string path, string body)
    {
        Directory.CreateDirectory(queue);
        var name = DateTime.UtcNow.Ticks.ToString("D19", CultureInfo.InvariantCulture) + "-" + Guid.NewGuid();
        var draft = Path.Combine(queue, name + ".draft");
        File.WriteAllText(draft, path + "\n" + body);
        File.Move(draft, Path.Combine(queue, name + ".report"));
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
    private static void Flush(string queue, string host, string token)
    {
        var end = DateTime.UtcNow.AddSeconds(FlushSeconds);
        foreach (var file in ReportsIn(queue).OrderBy(report => IsLarge(report)))
        {
            if (DateTime.UtcNow > end) return;
            if (Send(host, token, file)) File.Delete(file);
            else if (!IsLarge(file)) return;
        }
    }

    private static bool IsLarge(string file)
    {
        return new FileInfo(file).Length > LargeBytes;
    }

    // False unless the service accepts the report or permanently rejects it.
    private static bool Send(string host, string token, string file)
    {
        var text = File.ReadAllText(file);
        var path = text.Substring(0, text.IndexOf('\n'));
        var body = Encoding.UTF8.GetBytes(text.Substring(path.Length + 1));
        var request = (HttpWebRequest)WebRequest.Create(host.TrimEnd('/') + "/webhooks/game_engine/" + path);
        request.Method = "POST";
        request.Timeout = request.ReadWriteTimeout = TimeoutMs + body.Length / BytesPerMs;
        // A redirect would be followed with a GET, whose response says nothing about the report.
        request.AllowAutoRedirect = false;
        request.ServicePoint.Expect100Continue = false;
        request.ContentType = "application/json";
        request.Headers["X-Service-Token"] = token;
        request.Headers["X-Slipway-Delivery"] = Path.GetFileNameWithoutExtension(file);
        try
        {
            using (var stream = request.GetRequestStream()) stream.Write(body, 0, body.Length);
            using (var response = (HttpWebResponse)request.GetResponse())
            {
                if (IsFinal(response.StatusCode)) return true;
                Debug.LogWarning("Slipway: the service responded with " + (int)response.StatusCode);
                return false;
            }
        }
        catch (WebException error)
        {
            var response = error.Response as HttpWebResponse;
            Debug.LogWarning("Slipway: " + error.Message);
            return response != null && IsFinal(response.StatusCode);
        }
        catch (IOException error)
        {
            Debug.LogWarning("Slipway: " + error.Message);
            return false;
        }
    }

    private static bool IsFinal(HttpStatusCode status)
    {
        var code = (int)status;
        if (code >= 200 && code < 300) return true;
        return code >= 400 && code < 500 && code != 408 && code != 425 && code != 429;
    }
}
#endif
