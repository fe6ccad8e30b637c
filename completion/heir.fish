function __heir_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l first (contains -i heir $words; or echo 1)
    string match -v -- ':*' (heir __complete $words[(math $first + 1)..] 2>/dev/null)
end
complete -c heir -f -a '(__heir_complete)'
complete -c git -n '__fish_seen_subcommand_from heir' -f -a '(__heir_complete)'
