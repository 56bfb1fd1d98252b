/**
 * A step of a Jenkins shared library that reports the state of a build, and the results of its tests. It never fails the
 * build.
 *
 * Put this file into vars/ of the library, and slipway-post.sh, report-build.sh, report-tests.sh and report-build.ps1 into
 * resources/slipway/. Windows agents need only PowerShell.
 *
 *   pipeline {
 *     stages { stage('Build') { steps { slipwayReport(host: 'https://slipway.example.com', credential: 'slipway', status: 'started') } } }
 *     post { always { slipwayReport(host: 'https://slipway.example.com', credential: 'slipway', log: 'build.log', tests: 'out/*.xml', suite: 'EditMode') } }
 *   }
 *
 * `credential` is a secret text with the webhook token of a CI integration.
 */
def call(Map options) {
    def variables = [
        "SLIPWAY_HOST=${options.host}",
        "SLIPWAY_STATUS=${options.status ?: currentBuild.currentResult}",
        "SLIPWAY_STARTED=${currentBuild.startTimeInMillis}",
        "SLIPWAY_LOG=${options.log ?: ''}",
        "SLIPWAY_TESTS=${options.tests ?: ''}",
        "SLIPWAY_SUITE=${options.suite ?: ''}",
        "SLIPWAY_PLATFORM=${options.platform ?: ''}",
    ]
    def scripts = isUnix() ? ['slipway-post.sh', 'report-build.sh', 'report-tests.sh'] : ['report-build.ps1']
    for (script in scripts) {
        writeFile(file: ".slipway/${script}", text: libraryResource("slipway/${script}"))
    }
    withCredentials([string(credentialsId: options.credential, variable: 'SLIPWAY_WEBHOOK_TOKEN')]) {
        withEnv(variables) {
            if (isUnix()) {
                sh(label: 'Report to Slipway', returnStatus: true, script: 'sh .slipway/report-build.sh "$SLIPWAY_STATUS" "$SLIPWAY_LOG"; if [ -n "$SLIPWAY_TESTS" ]; then sh .slipway/report-tests.sh $SLIPWAY_TESTS; fi')
            } else {
                powershell(label: 'Report to Slipway', returnStatus: true, script: '& .slipway/report-build.ps1 $env:SLIPWAY_STATUS $env:SLIPWAY_LOG $env:SLIPWAY_TESTS')
            }
        }
    }
}
