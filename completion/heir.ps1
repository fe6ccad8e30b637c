Register-ArgumentCompleter -Native -CommandName heir, git-heir -ScriptBlock {
  param($word, $line, $position)
  $words = @($line.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.StartOffset -lt $position } |
    ForEach-Object { $_.ToString() })
  # A native command before PowerShell 7.3 gets no empty word, so it is passed in quotes.
  if ($word -eq '') { $words += if ($PSVersionTable.PSVersion -ge [version]'7.3') { '' } else { '""' } }
  heir __complete @words 2>$null | Where-Object { $_ -notmatch '^:\d+$' } | ForEach-Object {
    $value, $meaning = $_ -split "`t", 2
    if (-not $meaning) { $meaning = $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $meaning)
  }
}
