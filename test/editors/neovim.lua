-- Types a wrong name, and asks about a right one, in the Neovim of this machine. SNIPPET is the code of docs/editors.md.
-- Prints what comes back, one line each.
if not vim.lsp.start then -- Neovim 0.8 made these three of the parts that 0.7 has
  vim.lsp.start = function(config) vim.lsp.buf_attach_client(0, vim.lsp.start_client(config)) end
  vim.fs = {
    find = function(names)
      local found = vim.fn.findfile(names[1], ".;")
      return { vim.fn.fnamemodify(found, ":p") }
    end,
    dirname = function(path) return vim.fn.fnamemodify(path, ":h") end,
  }
end
dofile(vim.env.SNIPPET)
vim.cmd("filetype on")

local function say(text) io.stdout:write(text .. "\n") end

local function ask(method)
  local params = vim.lsp.util.make_position_params(0, "utf-16")
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 60000) or {}) do return answer.result end
end

local function steps()
  vim.cmd("edit nodes/n1.yml")
  vim.cmd("silent %s/base/bsae/")
  vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 20)
  for _, found in ipairs(vim.diagnostic.get(0)) do say(found.lnum + 1 .. ":" .. found.col + 1 .. " " .. found.message) end
  vim.cmd("silent %s/bsae/base/")
  vim.fn.search("base")
  say(ask("textDocument/hover").contents.value)
  say(vim.fn.fnamemodify(vim.uri_to_fname(ask("textDocument/definition")[1].uri), ":."))
end

vim.defer_fn(function()
  local ok, fault = pcall(steps)
  if not ok then say(fault) end
  vim.cmd("qa!")
end, 0)
