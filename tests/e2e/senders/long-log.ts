const error = "Source\\Quay\\Lamp.cpp(41): error C2039: 'GetPressure': is not a member of 'ALamp'";
const lastLine = 'AutomationTool exiting with ExitCode=6 (6)';

function write(): string {
  const lines: string[] = [];
  const filler = 'x64 Development Editor '.repeat(6);
  for (let bytes = 0; bytes < 612_000; ) {
    const line = lines.length === 153 ? error : `[${lines.length}/9000] Compile ${filler}Module.Core.cpp`;
    lines.push(line);
    bytes += line.length + 1;
  }
  return `${[...lines, 'Result: Failed (OtherCompilationError)', lastLine].join('\n')}\n`;
}

/** 612 KB of ordinary output with a compiler error in line 154. */
export const LONG_LOG = { content: write(), error, lastLine };
