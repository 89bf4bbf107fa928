# The first calldata of a strategist's engineer, as the command line was: 10 commands, 6 of them refused.
# A comment says how each command ended then, and ends now. The chain had two names, and nothing said why a name
# was not known.
vaultwright actions list tree.json --chain local # then 2, now 0
vaultwright actions list tree.json --chain-id local # then 0, now 0
vaultwright action build aave_v3/supply --tree tree.json --set asset=USDC --set amount=25 --chain local # then 2, now 3
vaultwright action build aave_v3/supply --tree tree.json --set asset=USDC --set amount=25 --chain-id local # then 3, now 3
vaultwright action build aave_v3/supply --tree tree.json --set asset=USDC --set amount=25 --lock vaultwright.lock.json --calldata call.hex # then 0, now 0
vaultwright calldata verify @call.hex --tree tree.json --chain-id local # then 2, now 2
vaultwright calldata verify @call.hex --tree tree.json --chain local # then 2, now 2
vaultwright calldata verify @call.hex --tree tree.json # then 0, now 0
vaultwright tree risk tree.json --chain local # then 2, now 0
vaultwright tree risk tree.json --chain-id local # then 0, now 0
