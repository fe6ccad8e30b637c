# Lines for /etc/hosts: heir inventory --json | jq -rf hosts.jq
# Write your own path in the place of address.
.nodes | to_entries[] | select(.value.parameters.address) | "\(.value.parameters.address)\t\(.key)"
