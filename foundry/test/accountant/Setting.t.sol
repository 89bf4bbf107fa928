// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {AccountantFixedRate} from "../../src/accountant/AccountantFixedRate.sol";
import {AccountantLegacy} from "../../src/accountant/AccountantLegacy.sol";
import {AccountantRateProviders} from "../../src/accountant/AccountantRateProviders.sol";
import {RateQuote} from "../../src/accountant/RateQuote.sol";
import {Vault} from "../../src/vault/Vault.sol";
import {Token} from "./Token.sol";

/// @notice What every setting changes, says and refuses.
contract SettingTest is Test {
    address private constant PAYOUT = address(0xFEE);
    address private constant ALICE = address(0xA11CE);
    uint256 private constant START = 1_750_000_000;

    Token private base;
    Vault private vault;
    AccountantRateProviders private accountant;

    function setUp() public {
        vm.warp(START);
        base = new Token(6);
        vault = new Vault(address(this), "Share", "SHARE", 6);
        accountant = _deploy(10_050, 9_950, 21_600, 100, 1000);
        vault.enter(address(this), address(base), 0, ALICE, 1_000_000e6);
        vm.warp(START + 1 days);
        accountant.updateExchangeRate(1e6);
    }

    function testEverySettingChangesItsOwnWord() public {
        uint256[12] memory words = _words();
        vm.expectEmit(address(accountant));
        emit RateQuote.PayoutAddressUpdated(PAYOUT, ALICE);
        accountant.updatePayoutAddress(ALICE);
        words[0] = uint160(ALICE);
        vm.expectEmit(address(accountant));
        emit RateQuote.UpperBoundUpdated(10_050, 10_000);
        accountant.updateUpper(10_000);
        words[5] = 10_000;
        vm.expectEmit(address(accountant));
        emit RateQuote.LowerBoundUpdated(9_950, 10_000);
        accountant.updateLower(10_000);
        words[6] = 10_000;
        vm.expectEmit(address(accountant));
        emit AccountantRateProviders.DelayInSecondsUpdated(21_600, 14 days);
        accountant.updateDelay(14 days);
        words[9] = 14 days;
        vm.expectEmit(address(accountant));
        emit AccountantRateProviders.PlatformFeeUpdated(100, 2000);
        accountant.updatePlatformFee(2000);
        words[10] = 2000;
        vm.expectEmit(address(accountant));
        emit AccountantRateProviders.PerformanceFeeUpdated(1000, 5000);
        accountant.updatePerformanceFee(5000);
        words[11] = 5000;
        vm.expectEmit(address(accountant));
        emit RateQuote.Paused();
        accountant.pause();
        words[8] = 1;
        _assertWords(words);
        vm.expectEmit(address(accountant));
        emit RateQuote.Unpaused();
        accountant.unpause();
        words[8] = 0;
        _assertWords(words);
    }

    function testRateProviderOfAnAsset() public {
        vm.expectEmit(address(accountant));
        emit RateQuote.RateProviderUpdated(ALICE, true, PAYOUT);
        accountant.setRateProviderData(ALICE, true, PAYOUT);
        (bool isPegged, address provider) = accountant.rateProviderData(ALICE);
        assertTrue(isPegged);
        assertEq(provider, PAYOUT);
    }

    function testWhatIsDeployedHasBounds() public {
        vm.expectRevert(RateQuote.AccountantWithRateProviders__UpperBoundTooSmall.selector);
        _deploy(9_999, 9_950, 21_600, 100, 1000);
        vm.expectRevert(RateQuote.AccountantWithRateProviders__LowerBoundTooLarge.selector);
        _deploy(10_050, 10_001, 21_600, 100, 1000);
        vm.expectRevert(RateQuote.AccountantWithRateProviders__UpdateDelayTooLarge.selector);
        _deploy(10_050, 9_950, 14 days + 1, 100, 1000);
        vm.expectRevert(RateQuote.AccountantWithRateProviders__PlatformFeeTooLarge.selector);
        _deploy(10_050, 9_950, 21_600, 2001, 1000);
        vm.expectRevert(
            AccountantRateProviders.AccountantWithRateProviders__PerformanceFeeTooLarge.selector
        );
        _deploy(10_050, 9_950, 21_600, 100, 5001);
    }

    /// @dev A jump is written without raising the mark, so that the mark may lie below the rate.
    function testMarkBelowTheRateIsNotReset() public {
        vm.warp(START + 2 days);
        accountant.updateExchangeRate(1_005_001);
        accountant.unpause();
        vm.expectRevert(
            AccountantRateProviders.AccountantWithRateProviders__ExchangeRateAboveHighwaterMark
                .selector
        );
        accountant.resetHighwaterMark();
    }

    function testRecoveryIsChargedAfterTheMarkCameDown() public {
        accountant.updatePlatformFee(0);
        vm.warp(START + 2 days);
        accountant.updateExchangeRate(997_000);
        vm.warp(START + 3 days);
        accountant.updateExchangeRate(999_000);
        assertEq(_words()[2], 0);
        vm.expectEmit(address(accountant));
        emit AccountantRateProviders.HighwaterMarkReset();
        accountant.resetHighwaterMark();
        vm.warp(START + 4 days);
        accountant.updateExchangeRate(1_000_000);
        // A tenth of a rise of 0.001 on a million.
        assertEq(_words()[2], 100e6);
    }

    function testNothingIsClaimedWhilePaused() public {
        vm.warp(START + 2 days);
        accountant.updateExchangeRate(1_001_000);
        accountant.pause();
        vm.expectRevert(RateQuote.AccountantWithRateProviders__Paused.selector);
        vm.prank(address(vault));
        accountant.claimFees(address(base));
    }

    function testYieldOfAFixedRate() public {
        AccountantFixedRate fixedRate = new AccountantFixedRate(
            address(this), address(vault), PAYOUT, 1e6, address(base), 10_050, 9_950, 0, 0, 0
        );
        vm.prank(ALICE);
        vm.expectRevert("UNAUTHORIZED");
        fixedRate.setYieldDistributor(ALICE);
        vm.expectEmit(address(fixedRate));
        emit AccountantFixedRate.YieldDistributorUpdated(ALICE);
        fixedRate.setYieldDistributor(ALICE);
        fixedRate.updateExchangeRate(1_001_000);
        fixedRate.pause();
        vm.prank(ALICE);
        vm.expectRevert(RateQuote.AccountantWithRateProviders__Paused.selector);
        fixedRate.claimYield(address(base));
        fixedRate.unpause();
        base.mint(address(vault), 1_000e6);
        vault.manage(address(base), abi.encodeCall(base.approve, (address(fixedRate), 1_000e6)), 0);
        vm.expectEmit(address(fixedRate));
        emit AccountantFixedRate.YieldClaimed(address(base), 1_000e6);
        vm.prank(ALICE);
        fixedRate.claimYield(address(base));
    }

    function testJumpOfAFixedRatePausesAndIsWrittenUpToOne() public {
        AccountantFixedRate fixedRate = new AccountantFixedRate(
            address(this), address(vault), PAYOUT, 1e6, address(base), 10_050, 9_950, 0, 0, 0
        );
        vm.expectEmit(address(fixedRate));
        emit RateQuote.ExchangeRateUpdated(1e6, 1e6, uint64(block.timestamp));
        fixedRate.updateExchangeRate(1_005_001);
        vm.expectRevert(RateQuote.AccountantWithRateProviders__Paused.selector);
        fixedRate.getRateSafe();
        (uint256 yield,) = fixedRate.fixedRateAccountantState();
        assertEq(yield, 0);
    }

    function testOlderGenerationRefusesAlike() public {
        AccountantLegacy legacy = new AccountantLegacy(
            address(this), address(vault), PAYOUT, 1e6, address(base), 10_050, 9_950, 3600, 100
        );
        bytes[8] memory calls = [
            abi.encodeWithSignature("updateExchangeRate(uint96)", 1e6),
            abi.encodeWithSignature("pause()"),
            abi.encodeWithSignature("unpause()"),
            abi.encodeWithSignature("updateUpper(uint16)", 10_100),
            abi.encodeWithSignature("updateLower(uint16)", 9_900),
            abi.encodeWithSignature("updateDelay(uint32)", 1),
            abi.encodeWithSignature("updateManagementFee(uint16)", 1),
            abi.encodeWithSignature("updatePayoutAddress(address)", ALICE)
        ];
        for (uint256 i; i < calls.length; ++i) {
            vm.prank(ALICE);
            (bool ok, bytes memory answer) = address(legacy).call(calls[i]);
            assertFalse(ok);
            assertEq(answer, abi.encodeWithSignature("Error(string)", "UNAUTHORIZED"));
        }
        vm.expectRevert(RateQuote.AccountantWithRateProviders__UpperBoundTooSmall.selector);
        legacy.updateUpper(9_999);
        vm.expectRevert(RateQuote.AccountantWithRateProviders__LowerBoundTooLarge.selector);
        legacy.updateLower(10_001);
        vm.expectRevert(RateQuote.AccountantWithRateProviders__UpdateDelayTooLarge.selector);
        legacy.updateDelay(14 days + 1);
        vm.expectRevert(RateQuote.AccountantWithRateProviders__PlatformFeeTooLarge.selector);
        legacy.updateManagementFee(2001);
        vm.expectRevert(RateQuote.AccountantWithRateProviders__OnlyCallableByBoringVault.selector);
        legacy.claimFees(address(base));
        vm.expectRevert(RateQuote.AccountantWithRateProviders__ZeroFeesOwed.selector);
        vm.prank(address(vault));
        legacy.claimFees(address(base));
    }

    function _deploy(uint16 upper, uint16 lower, uint24 delay, uint16 platform, uint16 performance)
        private
        returns (AccountantRateProviders)
    {
        return new AccountantRateProviders(
            address(this),
            address(vault),
            PAYOUT,
            1e6,
            address(base),
            upper,
            lower,
            delay,
            platform,
            performance
        );
    }

    function _words() private view returns (uint256[12] memory) {
        (bool ok, bytes memory data) =
            address(accountant).staticcall(abi.encodeWithSignature("accountantState()"));
        assertTrue(ok);
        return abi.decode(data, (uint256[12]));
    }

    function _assertWords(uint256[12] memory expected) private view {
        uint256[12] memory found = _words();
        for (uint256 i; i < 12; ++i) {
            assertEq(found[i], expected[i]);
        }
    }
}
