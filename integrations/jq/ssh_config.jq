# A file for ssh's Include: heir inventory --json | jq -rf ssh_config.jq > ~/.ssh/config.d/heir
# Write your own paths in the place of address and ssh.user.
.nodes | to_entries[] | .key as $node | .value.parameters | select(.address)
| "Host \($node)", "  HostName \(.address)", (.ssh.user? // empty | "  User \(.)")
