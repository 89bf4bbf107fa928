// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test, Vm} from "forge-std/Test.sol";
import {AccountantRateProviders} from "../../src/accountant/AccountantRateProviders.sol";
import {RolesAuthority} from "../../src/auth/RolesAuthority.sol";
import {TellerCore} from "../../src/teller/TellerCore.sol";
import {Vault} from "../../src/vault/Vault.sol";
import {Token} from "../accountant/Token.sol";

/// @notice Wrapped native for tests: a token that coins can be paid into.
contract WrappedToken is Token {
    constructor() Token(18) {}

    function deposit() external payable {
        _mint(msg.sender, msg.value);
    }
}

/// @notice A vault with the roles that deployments give: the teller mints and burns, everybody may deposit.
abstract contract TellerFixture is Test {
    address internal constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    address internal constant REFERRER = address(0x4EF);
    uint256 internal constant START = 1_750_000_000;

    address internal alice;
    uint256 internal aliceKey;
    address internal bob = address(0xB0B);

    RolesAuthority internal authority;
    WrappedToken internal weth;
    Token internal dollar;
    Vault internal vault;
    AccountantRateProviders internal accountant;

    function _prepare() internal {
        vm.warp(START);
        (alice, aliceKey) = makeAddrAndKey("alice");
        weth = new WrappedToken();
        dollar = new Token(6);
        vault = new Vault(address(this), "Share", "SHARE", 18);
        accountant = new AccountantRateProviders(
            address(this),
            address(vault),
            address(0xFEE),
            1.25e18,
            address(weth),
            10_100,
            9_900,
            3600,
            0,
            0
        );
        accountant.setRateProviderData(address(dollar), true, address(0));
        authority = new RolesAuthority(address(this));
        vault.setAuthority(address(authority));
    }

    function _open(TellerCore teller) internal {
        authority.setUserRole(address(teller), 2, true);
        authority.setUserRole(address(teller), 3, true);
        authority.setRoleCapability(2, address(vault), Vault.enter.selector, true);
        authority.setRoleCapability(3, address(vault), Vault.exit.selector, true);
        teller.setAuthority(address(authority));
        teller.updateAssetData(address(weth), true, true, 0);
        teller.updateAssetData(address(dollar), true, true, 100);
        teller.updateAssetData(NATIVE, true, false, 0);
        vault.setBeforeTransferHook(address(teller));
        address[3] memory users = [alice, bob, address(this)];
        for (uint256 i; i < 3; ++i) {
            weth.mint(users[i], 1e27);
            dollar.mint(users[i], 1e15);
            vm.prank(users[i]);
            weth.approve(address(vault), type(uint256).max);
            vm.prank(users[i]);
            dollar.approve(address(vault), type(uint256).max);
        }
        vm.deal(alice, 1000 ether);
        vm.deal(address(weth), 1000 ether);
    }

    function _publish(TellerCore teller, bytes4 selector) internal {
        authority.setPublicCapability(address(teller), selector, true);
    }

    function _permitOf(Token token, uint256 amount, uint256 deadline)
        internal
        view
        returns (uint8 v, bytes32 r, bytes32 s)
    {
        bytes32 permit = keccak256(
            abi.encode(
                keccak256(
                    "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"
                ),
                alice,
                address(vault),
                amount,
                token.nonces(alice),
                deadline
            )
        );
        return vm.sign(
            aliceKey, keccak256(abi.encodePacked("\x19\x01", token.DOMAIN_SEPARATOR(), permit))
        );
    }
}
