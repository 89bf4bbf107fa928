// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {AccountantFixedRate} from "../../src/accountant/AccountantFixedRate.sol";
import {Vault} from "../../src/vault/Vault.sol";
import {Token} from "./Token.sol";

contract FixedRateTest is Test {
    address private constant PAYOUT = address(0xFEE);
    address private constant DISTRIBUTOR = address(0xD157);
    uint256 private constant START = 1_750_000_000;
    uint256 private constant SHARES = 1_000_000e6;

    Token private base;
    Vault private vault;
    AccountantFixedRate private accountant;

    function setUp() public {
        vm.warp(START);
        base = new Token(6);
        vault = new Vault(address(this), "Share", "SHARE", 6);
        accountant = _deploy(1e6);
        accountant.setYieldDistributor(DISTRIBUTOR);
        vault.enter(address(this), address(base), 0, address(this), SHARES);
        vm.warp(START + 1 days);
        accountant.updateExchangeRate(1e6);
        vm.warp(START + 2 days);
    }

    function testYieldGoesToTheDistributor() public {
        accountant.updateExchangeRate(1_003_000);
        assertEq(accountant.getRate(), 1e6);
        (uint256 yield, address distributor) = accountant.fixedRateAccountantState();
        assertEq(distributor, DISTRIBUTOR);
        assertEq(_fees(), 27_397_260 + 300_000_000);
        assertEq(yield + _fees(), 3_000_000_000);

        base.mint(address(vault), 4_000e6);
        vault.manage(address(base), abi.encodeCall(base.approve, (address(accountant), 4_000e6)), 0);
        vm.expectRevert(
            AccountantFixedRate.AccountantWithFixedRate__OnlyCallableByYieldDistributor.selector
        );
        accountant.claimYield(address(base));
        vm.prank(DISTRIBUTOR);
        accountant.claimYield(address(base));
        assertEq(base.balanceOf(DISTRIBUTOR), yield);
        vm.prank(DISTRIBUTOR);
        vm.expectRevert(AccountantFixedRate.AccountantWithFixedRate__ZeroYieldOwed.selector);
        accountant.claimYield(address(base));
    }

    function testLossIsWrittenAndChargesNothing() public {
        accountant.updateExchangeRate(996_000);
        assertEq(accountant.getRate(), 996_000);
        assertEq(_fees(), 0);
    }

    function testPlatformGoesWithoutWhereYieldIsShort() public {
        accountant.updateExchangeRate(1_000_010);
        (uint256 yield,) = accountant.fixedRateAccountantState();
        assertEq(_fees(), 1_000_000);
        assertEq(yield, 9_000_000);
    }

    /// @dev Whatever is posted: the rate stays at or below one, and yield and fees share what lies above.
    function testFuzzNothingIsLost(uint96 rate, uint32 time) public {
        rate = uint96(bound(rate, 995_000, 1_005_000));
        time = uint32(bound(time, 0, 300 days));
        vm.warp(START + 2 days + time);
        (, uint256 previewed,) = accountant.previewUpdateExchangeRate(rate);
        accountant.updateExchangeRate(rate);
        (uint256 yield,) = accountant.fixedRateAccountantState();
        assertEq(accountant.getRate(), rate < 1e6 ? rate : 1e6);
        assertEq(yield + _fees(), rate > 1e6 ? (rate - 1e6) * SHARES / 1e6 : 0);
        assertEq(_fees(), previewed);
    }

    function testHighwaterMarkStays() public {
        vm.expectRevert(
            AccountantFixedRate.AccountantWithFixedRate__HighWaterMarkCannotChange.selector
        );
        accountant.resetHighwaterMark();
        vm.expectRevert(
            AccountantFixedRate.AccountantWithFixedRate__StartingExchangeRateTooLarge.selector
        );
        _deploy(1e6 + 1);
    }

    function _deploy(uint96 rate) private returns (AccountantFixedRate) {
        return new AccountantFixedRate(
            address(this),
            address(vault),
            PAYOUT,
            rate,
            address(base),
            10_050,
            9_950,
            21_600,
            100,
            1000
        );
    }

    function _fees() private view returns (uint256 fees) {
        (,, fees,,,,,,,,,) = accountant.accountantState();
    }
}
