import { defineCommand } from '../../../command/command.ts'
import { yes } from '../../../terminal/context.ts'
import { printTable } from '../../../terminal/table.ts'
import { evidenceText } from './evidence.ts'

export const command = defineCommand({
  name: 'protocols list',
  summary: 'List the protocols that definitions may name',
  describe:
    'Lists the protocols that definitions may name: how many actions, decoders and decoder functions each has, and whether the index reads what vaults hold there. With --json, evidence says what the call of each action has run on in the tests: the contract that the protocol publishes (real, with package and version), a stand-in (double), or nothing but its rule. protocols show describes one of them.',
  positionals: {},
  options: {},
  examples: [
    ['protocols list', 'Every protocol, as a table'],
    ['protocols list --json', 'The same, with every action, decoder and function'],
  ],
  run: async () => {
    const [{ protocols }, { protocolViewOf }] = await Promise.all([
      import('@vaultwright/protocols'),
      import('./describe.ts'),
    ])
    const views = protocols.map(protocolViewOf)
    const titles = [
      { title: 'protocol' },
      { title: 'title' },
      { title: 'actions', align: 'right' },
      { title: 'decoders', align: 'right' },
      { title: 'functions', align: 'right' },
      { title: 'read by the index' },
    ] as const
    const rows = views.map(({ name, title, actions, decoders, has_reader }) => [
      name,
      title,
      String(actions.length),
      String(decoders.length),
      String(decoders.reduce((sum, { functions }) => sum + functions.length, 0)),
      has_reader ? 'yes' : 'no',
    ])
    const actions = views.flatMap((view) => view.actions)
    return {
      json: () => ({ protocols: views }),
      text: (style) => [
        ...printTable(titles, rows, style),
        style.dim(
          `${views.length} protocols, ${actions.length} actions: ${evidenceText(actions)}\n`,
        ),
      ],
      exit: yes,
    }
  },
})
