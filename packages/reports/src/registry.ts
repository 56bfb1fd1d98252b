// Generated from the folder by `npm run generate`. Do not edit.
import { format as buildkiteFormat } from './formats/buildkite/format.js';
import { format as goTestFormat } from './formats/go-test/format.js';
import { format as googletestFormat } from './formats/googletest/format.js';
import { format as junitFormat } from './formats/junit/format.js';
import { format as nunit2Format } from './formats/nunit2/format.js';
import { format as nunit3Format } from './formats/nunit3/format.js';
import { format as trxFormat } from './formats/trx/format.js';
import { format as unrealFormat } from './formats/unreal/format.js';
import { format as xunitFormat } from './formats/xunit/format.js';

export const formats = {
  buildkite: buildkiteFormat,
  go_test: goTestFormat,
  googletest: googletestFormat,
  junit: junitFormat,
  nunit2: nunit2Format,
  nunit3: nunit3Format,
  trx: trxFormat,
  unreal: unrealFormat,
  xunit: xunitFormat,
};
