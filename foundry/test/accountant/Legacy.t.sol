// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {AccountantLegacy} from "../../src/accountant/AccountantLegacy.sol";
import {RateQuote} from "../../src/accountant/RateQuote.sol";
import {Vault} from "../../src/vault/Vault.sol";
import {Token} from "./Token.sol";

contract LegacyTest is Test {
    address private constant PAYOUT = address(0xFEE);
    uint256 private constant START = 1_700_000_000;

    Token private base;
    Vault private vault;
    AccountantLegacy private accountant;

    function setUp() public {
        vm.warp(START);
        base = new Token(18);
        vault = new Vault(address(this), "Share", "SHARE", 18);
        vault.enter(address(this), address(base), 0, address(this), 1000e18);
        accountant = new AccountantLegacy(
            address(this), address(vault), PAYOUT, 1e18, address(base), 10_050, 9_950, 3600, 200
        );
        vm.warp(START + 73 days);
    }

    function testStateHasTenWords() public view {
        (bool ok, bytes memory data) =
            address(accountant).staticcall(abi.encodeWithSignature("accountantState()"));
        assertTrue(ok);
        assertEq(data.length, 320);
        uint256[10] memory words = abi.decode(data, (uint256[10]));
        uint256[10] memory expected =
            [uint256(uint160(PAYOUT)), 0, 1000e18, 1e18, 10_050, 9_950, START, 0, 3600, 200];
        for (uint256 i; i < 10; ++i) {
            assertEq(words[i], expected[i]);
        }
    }

    function testManagementFee() public {
        vm.expectEmit(address(accountant));
        emit RateQuote.ExchangeRateUpdated(1e18, 1.004e18, uint64(START + 73 days));
        accountant.updateExchangeRate(1.004e18);
        // 2% a year of 1,000 for a fifth of a year; a rise is free.
        assertEq(_fees(), 4e18);
        base.mint(address(vault), 4e18);
        vault.manage(address(base), abi.encodeCall(base.approve, (address(accountant), 4e18)), 0);
        vault.manage(address(accountant), abi.encodeCall(accountant.claimFees, (address(base))), 0);
        assertEq(base.balanceOf(PAYOUT), 4e18);
    }

    function testJumpPausesAndIsWritten() public {
        accountant.updateExchangeRate(1.0051e18);
        assertEq(accountant.getRate(), 1.0051e18);
        assertEq(_fees(), 0);
        vm.expectRevert(RateQuote.AccountantWithRateProviders__Paused.selector);
        accountant.getRateSafe();
        accountant.unpause();
        assertEq(accountant.getRateSafe(), 1.0051e18);
    }

    function testOlderEvents() public {
        vm.expectEmit(address(accountant));
        emit AccountantLegacy.ManagementFeeUpdated(200, 100);
        accountant.updateManagementFee(100);
        vm.expectEmit(address(accountant));
        emit AccountantLegacy.DelayInSecondsUpdated(3600, 7200);
        accountant.updateDelay(7200);
    }

    function _fees() private view returns (uint256 fees) {
        (, fees,,,,,,,,) = accountant.accountantState();
    }
}
