/**
 * A step of a Jenkins shared library that reports the state of a build. It never fails the build.
 *
 * Put this file into vars/ of the library, and slipway-post.sh and report-build.sh into resources/slipway/.
 *
 *   pipeline {
 *     stages { stage('Build') { steps { slipwayReport(host: 'https://slipway.example.com', credential: 'slipway', status: 'started') } } }
 *     post { always { slipwayReport(host: 'https://slipway.example.com', credential: 'slipway', log: 'build.log') } }
 *   }
 *
 * `credential` is a secret text with the webhook token of a CI integration.
 */
def call(Map options) {
    writeFile(file: '.slipway/slipway-post.sh', text: libraryResource('slipway/slipway-post.sh'))
    writeFile(file: '.slipway/report-build.sh', text: libraryResource('slipway/report-build.sh'))
    def variables = [
        "SLIPWAY_HOST=${options.host}",
        "SLIPWAY_STATUS=${options.status ?: currentBuild.currentResult}",
        "SLIPWAY_LOG=${options.log ?: ''}",
    ]
    withCredentials([string(credentialsId: options.credential, variable: 'SLIPWAY_WEBHOOK_TOKEN')]) {
        withEnv(variables) {
            sh(label: 'Report to Slipway', returnStatus: true, script: 'sh .slipway/report-build.sh "$SLIPWAY_STATUS" "$SLIPWAY_LOG"')
        }
    }
}
