// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test, Vm} from "forge-std/Test.sol";
import {AccountantRateProviders} from "../../src/accountant/AccountantRateProviders.sol";
import {AccountantYieldStreaming} from "../../src/accountant/AccountantYieldStreaming.sol";
import {
    AccountantYieldStreamingEarly
} from "../../src/accountant/AccountantYieldStreamingEarly.sol";
import {StreamingReplay} from "./StreamingReplay.sol";
import {RateQuote} from "../../src/accountant/RateQuote.sol";

contract YieldStreamingTest is StreamingReplay {
    uint256 private constant START = 1_750_000_000;

    function setUp() public {
        _deploy(Terms(6, 6, 1e6, 3600, 100, 1000, START));
        vault.enter(address(this), address(base), 0, PAYOUT, 1_000_000e6);
    }

    function testEmitsTheOneArgumentRate() public {
        vm.warp(START + 1 days);
        vm.recordLogs();
        accountant.vestYield(1_000e6, 1 days);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertEq(logs.length, 2);
        assertEq(
            logs[0].topics[0], 0x388f446e9526fe5c9af20a5919b342370c8a7c0cb05245afe1e545658fa3cdba
        );
        assertEq(logs[0].data, abi.encode(1e6));
        assertEq(
            logs[1].topics[0], 0x2583e410b6b90509698867351826d69a02f114f22c9b563a6247bf598e352b4c
        );
        assertEq(logs[1].data, abi.encode(1_000e6, START + 2 days));
    }

    function testEarlierGenerationEmitsTheOlderYield() public {
        AccountantYieldStreaming early = new AccountantYieldStreamingEarly(
            address(this), address(vault), PAYOUT, 1e6, address(base), 10_100, 9_900, 3600, 0, 0
        );
        vm.warp(START + 1 days);
        vm.recordLogs();
        early.vestYield(1_000e6, 1 days);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertEq(logs[1].topics[0], keccak256("YieldRecorded(uint256,uint256)"));
        assertEq(bytes4(logs[1].topics[0]), bytes4(0x6b04f900));
        assertEq(logs[1].data, abi.encode(1_000e6, START + 2 days));
    }

    function testDeepLossPauses() public {
        vm.warp(START + 3600);
        vm.expectEmit(address(accountant));
        emit RateQuote.Paused();
        accountant.postLoss(10_100e6);
        vm.expectRevert(RateQuote.AccountantWithRateProviders__Paused.selector);
        accountant.updateExchangeRate();
        vm.expectRevert(RateQuote.AccountantWithRateProviders__Paused.selector);
        accountant.getRateSafe();
        assertEq(accountant.getRate(), 989_900);
    }

    function testLossWhilePausedAndTooSoonSaysPaused() public {
        accountant.pause();
        vm.expectRevert(RateQuote.AccountantWithRateProviders__Paused.selector);
        accountant.postLoss(1);
        accountant.unpause();
        vm.expectRevert(
            AccountantYieldStreaming.AccountantWithYieldStreaming__NotEnoughTimePassed.selector
        );
        accountant.postLoss(1);
    }

    function testYieldForNobodyRevertsWithoutData() public {
        vm.warp(START + 1 days);
        accountant.setFirstDepositTimestamp();
        vault.exit(address(this), address(base), 0, PAYOUT, 1_000_000e6);
        (bool ok, bytes memory answer) =
            address(accountant).call(abi.encodeCall(accountant.vestYield, (1, 1 days)));
        assertFalse(ok);
        assertEq(answer.length, 0);
    }

    function testYieldWithinNoTimeRevertsWithoutData() public {
        accountant.setVestingTimes(0, 7 days);
        (bool ok, bytes memory answer) =
            address(accountant).call(abi.encodeCall(accountant.vestYield, (1, 0)));
        assertFalse(ok);
        assertEq(answer.length, 0);
    }

    function testHighwaterMarkComesDownPausedAndWithoutBooking() public {
        vm.warp(START + 3600);
        accountant.postLoss(5_000e6);
        vm.warp(START + 1 days);
        accountant.vestYield(1_000e6, 1 days);
        assertEq(_stateWords()[1], 1e6);
        vm.warp(START + 36 hours);
        accountant.pause();
        accountant.resetHighwaterMark();
        assertEq(_stateWords()[1], 995_000);
        assertEq(accountant.getPendingVestingGains(), 500e6);
        (uint256 price, uint256 gains,,,) = accountant.vestingState();
        assertEq(price, 995_000);
        assertEq(gains, 1_000e6);
    }

    function testMarkBelowTheBookedRateIsNotReset() public {
        _storeHighwaterMark(999_999);
        vm.expectRevert(
            AccountantRateProviders.AccountantWithRateProviders__ExchangeRateAboveHighwaterMark
                .selector
        );
        accountant.resetHighwaterMark();
    }

    function testNobodyPostsARate() public {
        bytes4 refusal =
            AccountantYieldStreaming.AccountantWithYieldStreaming__UpdateExchangeRateNotSupported
            .selector;
        vm.expectRevert(refusal);
        accountant.updateExchangeRate(1e6);
        vm.expectRevert(refusal);
        accountant.previewUpdateExchangeRate(1e6);
        assertEq(accountant.version(), "V0.1");
    }

    function testStrangersChangeNothing() public {
        bytes[5] memory calls = [
            abi.encodeWithSignature("vestYield(uint256,uint256)", 1, 1 days),
            abi.encodeWithSignature("postLoss(uint256)", 1),
            abi.encodeWithSignature("updateExchangeRate()"),
            abi.encodeWithSignature("setFirstDepositTimestamp()"),
            abi.encodeWithSignature("setMaxDeviations(uint32,uint32)", 1, 1)
        ];
        for (uint256 i; i < calls.length; ++i) {
            vm.prank(address(0xBAD));
            (bool ok, bytes memory answer) = address(accountant).call(calls[i]);
            assertFalse(ok);
            assertEq(answer, abi.encodeWithSignature("Error(string)", "UNAUTHORIZED"));
        }
    }

    function testFuzzRateRisesWhileAYieldVests(uint256 yield, uint256 duration, uint256 step)
        public
    {
        yield = bound(yield, 1, 40_000e6);
        duration = bound(duration, 1 days, 7 days);
        step = bound(step, 1, 1 days);
        vm.warp(START + 1 days);
        accountant.vestYield(yield, duration);
        uint256 last = accountant.getRate();
        for (uint256 i; i < 9; ++i) {
            skip(step);
            if (i % 3 == 2) accountant.updateExchangeRate();
            uint256 rate = accountant.getRate();
            assertGe(rate + 1, last);
            if (i % 3 != 2) assertGe(rate, last);
            assertLe(rate * vault.totalSupply() / 1e6, accountant.totalAssets());
            last = rate;
        }
        vm.warp(START + 9 days);
        assertLe(accountant.totalAssets(), 1_000_000e6 + yield);
    }
}

/// @notice Acts on an accountant at random, within what its owner may do.
contract StreamingHandler is Test {
    AccountantYieldStreaming public immutable accountant;
    StreamingInvariantTest private immutable home;
    uint256 public fees;
    bool public feesFell;
    mapping(uint256 op => uint256) public done;

    constructor(AccountantYieldStreaming accountant_, StreamingInvariantTest home_) {
        accountant = accountant_;
        home = home_;
    }

    function act(uint8 op, uint256 amount, uint256 time) external {
        skip(bound(time, 0, 2 days));
        // A deep loss pauses, and everything after it would be refused.
        if (home.isPaused()) home.act("unpause", 0, 0);
        op %= 5;
        uint256 assets = accountant.totalAssets();
        bool ok;
        if (op == 0) ok = home.act("enter", bound(amount, 1, 1_000_000e6), 0);
        if (op == 1) ok = home.act("exit", bound(amount, 0, home.supply() - 1), 0);
        if (op == 2) {
            ok = home.act("vestYield", bound(amount, 0, assets / 20), bound(time, 1 days, 7 days));
        }
        if (op == 3) ok = home.act("postLoss", bound(amount, 0, assets / 50), 0);
        if (op == 4) ok = home.act("updateExchangeRate", 0, 0);
        if (ok) ++done[op];
        uint256 now_ = home.fees();
        if (now_ < fees) feesFell = true;
        fees = now_;
    }
}

contract StreamingInvariantTest is StreamingReplay {
    StreamingHandler private handler;

    function setUp() public {
        _deploy(Terms(6, 6, 1e6, 3600, 100, 1000, 1_750_000_000));
        vault.enter(address(this), address(base), 0, PAYOUT, 1_000e6);
        handler = new StreamingHandler(accountant, this);
        targetContract(address(handler));
        bytes4[] memory selectors = new bytes4[](1);
        selectors[0] = StreamingHandler.act.selector;
        targetSelector(FuzzSelector(address(handler), selectors));
    }

    function act(string memory op, uint256 amount, uint256 duration) external returns (bool ok) {
        require(msg.sender == address(handler));
        (ok,) = _act(op, amount, duration);
    }

    function isPaused() external view returns (bool) {
        return _stateWords()[8] == 1;
    }

    /// @dev Without this a handler that reaches nothing would pass.
    function test_theHandlerActs() public {
        handler.act(0, 1e6, 2 days);
        handler.act(2, 10e6, 2 days);
        handler.act(3, 20e6, 2 days);
        assertTrue(this.isPaused());
        handler.act(4, 0, 1 days);
        handler.act(1, 1e6, 1 days);
        for (uint256 op; op < 5; ++op) {
            assertEq(handler.done(op), 1);
        }
    }

    function supply() external view returns (uint256) {
        return vault.totalSupply();
    }

    function fees() external view returns (uint256) {
        return _stateWords()[2];
    }

    function invariant_FeesNeverFall() public view {
        assertFalse(handler.feesFell());
    }

    function invariant_SharesAreCovered() public view {
        assertLe(accountant.getRate() * vault.totalSupply() / 1e6, accountant.totalAssets());
    }

    function invariant_BookedPriceIsTheVirtualOne() public view {
        (uint128 price,,,,) = accountant.vestingState();
        assertEq(price, accountant.lastVirtualSharePrice() * 1e6 / 1e27);
        assertEq(_stateWords()[4], price);
        assertGe(_stateWords()[1], price);
    }

    function invariant_GainsAreVestedOrNot() public view {
        (, uint128 gains,,,) = accountant.vestingState();
        uint256 vested = accountant.getPendingVestingGains();
        assertEq(vested + accountant.getPendingUnvestedGains(), gains);
    }
}
