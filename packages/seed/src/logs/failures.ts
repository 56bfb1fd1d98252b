import type { Failure } from './failure.js';
import { diskFull, packageFeed, syncFailure } from './infrastructure.js';
import { keystoreError, provisioningError } from './mobile.js';
import { noLicence, scriptError, strippedType } from './unity.js';
import {
  clangError,
  clangLink,
  headerTool,
  linkError,
  missingModule,
  msvcError,
  shippingOnly,
} from './unreal-compile-failures.js';
import { brokenRedirector, corruptPackage, pipelineCache, shaderError } from './unreal-cook.js';
import { missingLibrary, pathTooLong } from './unreal-package.js';
import { crashedTest, failingTests } from './unreal-tests.js';

/** Every failure by the name that the plans use. */
export const failures: Record<string, Failure> = {
  brokenRedirector,
  clangError,
  clangLink,
  corruptPackage,
  crashedTest,
  diskFull,
  failingTests,
  headerTool,
  keystoreError,
  linkError,
  missingLibrary,
  missingModule,
  msvcError,
  noLicence,
  packageFeed,
  pathTooLong,
  pipelineCache,
  provisioningError,
  scriptError,
  shaderError,
  shippingOnly,
  strippedType,
  syncFailure,
};
