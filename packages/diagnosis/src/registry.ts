// Generated from the folder by `npm run generate`. Do not edit.
import { family as appleFamily } from './matchers/apple.js';
import { family as cmakeMakeFamily } from './matchers/cmake-make.js';
import { family as cppFamily } from './matchers/cpp.js';
import { family as dotnetFamily } from './matchers/dotnet.js';
import { family as gameToolsFamily } from './matchers/game-tools.js';
import { family as generalFamily } from './matchers/general.js';
import { family as goFamily } from './matchers/go.js';
import { family as infrastructureFamily } from './matchers/infrastructure.js';
import { family as javascriptTestsFamily } from './matchers/javascript-tests.js';
import { family as javascriptFamily } from './matchers/javascript.js';
import { family as jvmBuildFamily } from './matchers/jvm-build.js';
import { family as jvmChecksFamily } from './matchers/jvm-checks.js';
import { family as jvmTestsFamily } from './matchers/jvm-tests.js';
import { family as linkersFamily } from './matchers/linkers.js';
import { family as nativeTestsFamily } from './matchers/native-tests.js';
import { family as networkFamily } from './matchers/network.js';
import { family as otherLanguagesFamily } from './matchers/other-languages.js';
import { family as packagingSigningFamily } from './matchers/packaging-signing.js';
import { family as phpFamily } from './matchers/php.js';
import { family as pythonFamily } from './matchers/python.js';
import { family as rubyFamily } from './matchers/ruby.js';
import { family as rustFamily } from './matchers/rust.js';
import { family as sourceControlFamily } from './matchers/source-control.js';
import { family as unityFamily } from './matchers/unity.js';
import { family as unrealBuildFamily } from './matchers/unreal-build.js';
import { family as unrealContentFamily } from './matchers/unreal-content.js';

export const families = [
  appleFamily,
  cmakeMakeFamily,
  cppFamily,
  dotnetFamily,
  gameToolsFamily,
  generalFamily,
  goFamily,
  infrastructureFamily,
  javascriptTestsFamily,
  javascriptFamily,
  jvmBuildFamily,
  jvmChecksFamily,
  jvmTestsFamily,
  linkersFamily,
  nativeTestsFamily,
  networkFamily,
  otherLanguagesFamily,
  packagingSigningFamily,
  phpFamily,
  pythonFamily,
  rubyFamily,
  rustFamily,
  sourceControlFamily,
  unityFamily,
  unrealBuildFamily,
  unrealContentFamily,
] as const;
