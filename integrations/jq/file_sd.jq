# Targets for Prometheus: heir inventory --json | jq -f file_sd.jq > targets.json
# Write your own paths in the place of address and port.
[.nodes[] | select(.parameters.address) | {targets: ["\(.parameters.address):9100"], labels: {environment}}]
