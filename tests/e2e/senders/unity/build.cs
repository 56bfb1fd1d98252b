// The part of Unity's editor that SlipwayBuildReporter.cs uses, and a build in batch mode that fails.
using System;
using System.Runtime.InteropServices;
using UnityEditor.Build;
using UnityEditor.Build.Reporting;

namespace UnityEngine
{
    public enum LogType { Error, Exception }

    public static class Debug
    {
        public static void LogWarning(string text) { Console.Error.WriteLine(text); }
    }
}

namespace UnityEditor
{
    public static class PlayerSettings
    {
        public static string productName { get { return "Harbor"; } }
    }

    public static class EditorApplication
    {
        public static Action delayCall;
        public static event Action quitting;
        public static void Quit() { quitting(); }
    }
}

namespace UnityEditor.Build
{
    public interface IPreprocessBuildWithReport
    {
        int callbackOrder { get; }
        void OnPreprocessBuild(BuildReport report);
    }

    public interface IPostprocessBuildWithReport
    {
        void OnPostprocessBuild(BuildReport report);
    }
}

namespace UnityEditor.Build.Reporting
{
    public struct BuildStepMessage
    {
        public UnityEngine.LogType type;
        public string content;
    }

    public struct BuildStep { public BuildStepMessage[] messages; }

    public struct BuildSummary
    {
        public DateTime buildStartedAt;
        public string platform;
    }

    public sealed class BuildReport
    {
        public BuildSummary summary = new BuildSummary { buildStartedAt = DateTime.UtcNow, platform = "StandaloneLinux64" };
        public BuildStep[] steps =
        {
            new BuildStep { messages = new[] { new BuildStepMessage { content = "Assets/Hero.cs(12,5): error CS1002: ; expected" } } },
        };
    }
}

public static class FailingBuild
{
    // Mono sometimes crashes while it ends the threads of a request.
    [DllImport("libc", EntryPoint = "_exit")]
    private static extern void ExitAtOnce(int code);

    public static void Main()
    {
        new SlipwayBuildReporter().OnPreprocessBuild(new BuildReport());
        UnityEditor.EditorApplication.Quit();
        ExitAtOnce(0);
    }
}
