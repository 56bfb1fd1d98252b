-- Servers are named by scheme, host and port from now on: the next turn takes the integrations up again.
DELETE FROM "jenkins_polls";
