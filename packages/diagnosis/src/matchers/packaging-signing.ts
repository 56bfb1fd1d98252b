import { defineFamily } from '../matcher.js';

export const family = defineFamily({
  name: 'Packaging and signing',
  matchers: [
    {
      id: 'apple-signing',
      hints: [
        'code sign',
        'codesign',
        'provisioning profile',
        'signing certificate',
        'no signing',
        'errsecinternalcomponent',
        'development team',
        'signing for',
        'no identity found',
        'no certificate',
      ],
      pattern:
        /Code ?[Ss]ign(?:ing)? (?:[Ee]rror|failed|is required)|No (?:signing )?certificate (?:for|"|matching)|No profiles? for '(?<symbol>[^']{1,120})' (?:was|were) found|[Pp]rovisioning profile .{0,200}(?:doesn't|does not|has expired|expired|isn't|not found)|errSecInternalComponent|Signing for .{1,80} requires a development team|no identity found|codesign.{0,80}(?:failed|error)/,
      category: 'signing',
      weight: 90,
      says: 'Signing for Apple platforms failed',
      fix: 'Install the certificate and provisioning profile on the agent, unlock the keychain, and check team and bundle identifier.',
    },
    {
      id: 'windows-signing',
      hints: ['signtool error', 'signtool', 'no certificates were found', 'authenticode'],
      pattern:
        /SignTool Error: |No certificates were found that met all the given criteria|signtool(?:\.exe)?.{0,80}(?:failed|exited with)/i,
      category: 'signing',
      weight: 90,
      says: 'Signing the Windows program failed',
      fix: 'Check certificate, password and the time-stamp server; the token or key store must be reachable from the agent.',
    },
    {
      id: 'android-signing',
      hints: ['keystore', 'jarsigner', 'apksigner', 'signingconfig', 'key alias', 'keytool'],
      pattern:
        /[Kk]eystore (?:file .{0,200}not found|was tampered with)|jarsigner(?:: |.{0,40})(?:unable|error)|Failed to (?:load signer|read key (?<symbol>\S{1,60}) from store)|No key with alias|SigningConfig .{1,80} is missing|keystore password was incorrect/,
      category: 'signing',
      weight: 90,
      says: 'Signing the Android package failed',
      fix: 'Give the agent the keystore, its passwords and the right alias.',
    },
    {
      id: 'notarization',
      hints: ['notariz', 'notarytool', 'altool', 'stapler'],
      pattern:
        /[Nn]otari[sz]ation (?:failed|rejected)|status: (?:Invalid|Rejected)|The staple and validate action failed|altool.{0,40}(?:error|failed)/,
      category: 'signing',
      weight: 86,
      says: 'Apple refused to notarize the package',
      fix: 'Fetch the notarization log with its request id; sign every binary with the hardened runtime and a time stamp.',
    },
    {
      id: 'installer-tools',
      hints: [
        'makensis',
        'candle.exe',
        'light.exe',
        'innosetup',
        'iscc',
        'makeappx',
        'steamcmd',
        'butler',
        'dpkg-deb: error',
        'rpmbuild',
        'rpm build errors',
        'electron-builder',
        'hdiutil',
      ],
      pattern:
        /Error in script "(?<file>[^"]{1,200})" on line (?<line>\d{1,6})|(?:candle|light)\.exe : error|MakeAppx : error|dpkg-deb: error|^RPM build errors|error: Bad exit status from|⨯ |hdiutil: \w{3,20} failed|ERROR! (?:Failed to|Timeout|Not logged)/,
      category: 'packaging',
      weight: 84,
      says: 'The package cannot be made or uploaded',
      fix: 'Follow the message of the packaging tool; missing files must be built or staged first.',
    },
    {
      id: 'publish-rejected',
      hints: [
        'cannot publish over',
        'already exists',
        'you do not have permission to publish',
        'failed to deploy artifacts',
        'failed to publish',
        'deploy failed',
        'script failed with status',
        'failed to install metadata',
        'return code is: 4',
        'error uploading',
        'not authorized',
      ],
      pattern:
        /cannot publish over the previously published|You do not have permission to publish|Failed to deploy artifacts|(?:Failed|Error) (?:to )?(?:publish|upload)\w{0,4}\b|Failed to install metadata|Return code is: 4\d\d|[Dd]eploy(?:ment)? failed/,
      category: 'packaging',
      weight: 72,
      says: 'Publishing the result was refused',
      fix: 'Raise the version if it exists already, and check the credentials of the job.',
    },
  ],
});
