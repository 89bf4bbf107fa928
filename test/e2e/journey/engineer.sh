# The first calldata of a strategist's engineer: 4 commands, none refused; before, 10, of which 6 were refused.
# The project file says once what every command line had to repeat.
cat > vaultwright.yaml <<'END'
chain: local
definition: local-eth.yaml
strategist: main
END
vaultwright actions list # now 0
vaultwright action build aave_v3/supply --set asset=USDC --set amount=25 --calldata call.hex # now 0
vaultwright calldata verify @call.hex --tree tree.json # now 0
vaultwright tree risk tree.json # now 0
