// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {
    ApproxParams,
    FillOrderParams,
    LimitOrderData,
    SwapData,
    TokenInput,
    TokenOutput
} from "../../src/double/pendle/Params.sol";
import {PendleMarket} from "../../src/double/pendle/PendleMarket.sol";
import {PendleRouter} from "../../src/double/pendle/PendleRouter.sol";
import {PrincipalToken} from "../../src/double/pendle/PrincipalToken.sol";
import {StandardizedYield} from "../../src/double/pendle/StandardizedYield.sol";
import {YieldToken} from "../../src/double/pendle/YieldToken.sol";
import {FreeToken} from "./Tokens.sol";

contract PendleTest is Test {
    address private constant OWNER = address(0x0123);
    address private constant LP = address(0x11);
    address private constant ALICE = address(0xA11CE);

    FreeToken private underlying = new FreeToken("wstETH", 18);
    PendleRouter private router = new PendleRouter();
    StandardizedYield private sy;
    PrincipalToken private pt;
    YieldToken private yt;
    PendleMarket private market;

    function setUp() public {
        sy = new StandardizedYield(OWNER, "SY", "SY", address(underlying), 18);
        pt = new PrincipalToken(OWNER, "PT", "PT", address(sy), block.timestamp + 90 days, 18);
        yt = new YieldToken("YT", "YT", address(pt));
        vm.startPrank(OWNER);
        pt.initialize(address(yt));
        market = new PendleMarket(OWNER, "LP", "LP", address(pt), 0.95e18);
        vm.stopPrank();
        _equip(LP, 2e24);
        _equip(ALICE, 1e24);
        vm.startPrank(LP);
        router.mintPyFromSy(LP, address(yt), 1e24, 0);
        router.addLiquidityDualSyAndPt(LP, address(market), 1e24, 1e24, 0);
        vm.stopPrank();
    }

    function test_selectors() public view {
        assertEq(router.mintSyFromToken.selector, bytes4(0x2e071dc6));
        assertEq(router.redeemSyToToken.selector, bytes4(0x339a5572));
        assertEq(router.mintPyFromSy.selector, bytes4(0x1a8631b2));
        assertEq(router.redeemPyToSy.selector, bytes4(0x339748cb));
        assertEq(router.addLiquidityDualSyAndPt.selector, bytes4(0x97ee279e));
        assertEq(router.removeLiquidityDualSyAndPt.selector, bytes4(0xb7d75b8b));
        assertEq(router.redeemDueInterestAndRewards.selector, bytes4(0xf7e375e8));
        assertEq(router.swapExactSyForPt.selector, bytes4(0x2a50917c));
        assertEq(router.swapExactPtForSy.selector, bytes4(0x3346d3a3));
        assertEq(router.swapExactSyForYt.selector, bytes4(0x7b8b4b95));
        assertEq(router.swapExactYtForSy.selector, bytes4(0x80c4d566));
        assertEq(router.swapExactYtForPt.selector, bytes4(0x448b9b95));
        assertEq(router.swapExactPtForYt.selector, bytes4(0xc861a898));
        assertEq(market.readTokens.selector, bytes4(0x2c8ce6bc));
    }

    function test_tokenToSyAndBack() public {
        underlying.mint(ALICE, 1e18);
        vm.startPrank(ALICE);
        vm.expectEmit(address(router));
        emit PendleRouter.MintSyFromToken(
            ALICE, address(underlying), address(sy), ALICE, 1e18, 1e18
        );
        router.mintSyFromToken(ALICE, address(sy), 1e18, _input(1e18));
        assertEq(sy.balanceOf(ALICE), 1e24 + 1e18);
        router.redeemSyToToken(ALICE, address(sy), 2e18, _output(2e18));
        assertEq(underlying.balanceOf(ALICE), 2e18);
        assertEq(underlying.balanceOf(address(sy)), sy.totalSupply());
    }

    function testFuzz_splitJoinAndInterest(uint256 amount, uint256 growth) public {
        amount = bound(amount, 1e6, 1e24);
        growth = bound(growth, 1, 1e18);
        vm.startPrank(ALICE);
        router.mintPyFromSy(ALICE, address(yt), amount, amount);
        assertEq(pt.balanceOf(ALICE), amount);
        assertEq(yt.balanceOf(ALICE), amount);
        _grow(growth);
        vm.startPrank(ALICE);
        uint256 before = sy.balanceOf(ALICE);
        router.redeemDueInterestAndRewards(ALICE, _none(), _one(address(yt)), _none());
        uint256 interest = sy.balanceOf(ALICE) - before;
        assertEq(interest, amount * growth / (1e18 + growth));
        router.redeemPyToSy(ALICE, address(yt), amount, 0);
        uint256 back = sy.balanceOf(ALICE) - before;
        assertLe(back, amount);
        assertApproxEqAbs(back, amount, 2);
        // A second claim pays nothing.
        router.redeemDueInterestAndRewards(ALICE, _none(), _one(address(yt)), _none());
        assertEq(sy.balanceOf(ALICE) - before, back);
        assertEq(yt.balanceOf(ALICE) + pt.balanceOf(ALICE), 0);
        // The other holder's claims stay covered.
        router.redeemDueInterestAndRewards(LP, _none(), _one(address(yt)), _none());
    }

    function test_interestStaysWithTheHolderOfItsTime() public {
        vm.prank(ALICE);
        router.mintPyFromSy(ALICE, address(yt), 1e18, 0);
        _grow(0.25e18);
        vm.startPrank(ALICE);
        yt.transfer(address(0xB0B), 1e18);
        yt.redeemDueInterestAndRewards(address(0xB0B), true, true);
        assertEq(sy.balanceOf(address(0xB0B)), 0);
        uint256 before = sy.balanceOf(ALICE);
        yt.redeemDueInterestAndRewards(ALICE, true, true);
        assertEq(sy.balanceOf(ALICE) - before, 0.2e18);
    }

    function test_ptRedeemsAloneAfterExpiry() public {
        vm.startPrank(ALICE);
        router.mintPyFromSy(ALICE, address(yt), 1e18, 0);
        yt.transfer(LP, 1e18);
        vm.warp(pt.expiry());
        uint256 before = sy.balanceOf(ALICE);
        router.redeemPyToSy(ALICE, address(yt), 1e18, 1e18);
        assertEq(sy.balanceOf(ALICE) - before, 1e18);
        vm.expectRevert("YCExpired");
        router.mintPyFromSy(ALICE, address(yt), 1e18, 0);
        vm.expectRevert("MarketExpired");
        router.swapExactSyForPt(ALICE, address(market), 1, 0, _guess(), _noOrders());
    }

    function testFuzz_ptTrades(uint256 amount, uint256 growth) public {
        _grow(bound(growth, 0, 1e18));
        amount = bound(amount, 1e6, 1e23);
        vm.startPrank(ALICE);
        (uint256 ptOut,) =
            router.swapExactSyForPt(ALICE, address(market), amount, 0, _guess(), _noOrders());
        assertEq(pt.balanceOf(ALICE), ptOut);
        assertEq(ptOut, amount * sy.exchangeRate() / 0.95e18);
        uint256 before = sy.balanceOf(ALICE);
        (uint256 syOut,) = router.swapExactPtForSy(ALICE, address(market), ptOut, 0, _noOrders());
        assertEq(sy.balanceOf(ALICE) - before, syOut);
        assertLe(syOut, amount);
        assertApproxEqAbs(syOut, amount, 2);
        _checkMarket();
    }

    function testFuzz_ytTrades(uint256 amount, uint256 growth, uint256 rate) public {
        _grow(bound(growth, 0, 1e18));
        vm.stopPrank();
        vm.prank(OWNER);
        market.setPtToAssetRate(bound(rate, 0.7e18, 0.99e18));
        amount = bound(amount, 1e9, 1e21);
        vm.startPrank(ALICE);
        uint256 all = sy.balanceOf(ALICE);
        (uint256 ytOut,) =
            router.swapExactSyForYt(ALICE, address(market), amount, 0, _guess(), _noOrders());
        assertEq(yt.balanceOf(ALICE), ytOut);
        assertEq(all - sy.balanceOf(ALICE), amount);
        assertApproxEqRel(ytOut * (1e18 - market.ptToAssetRate()) / sy.exchangeRate(), amount, 1e12);
        (uint256 syOut,) = router.swapExactYtForSy(ALICE, address(market), ytOut, 0, _noOrders());
        assertEq(sy.balanceOf(ALICE), all - amount + syOut);
        assertLe(syOut, amount);
        assertApproxEqRel(syOut, amount, 1e12);
        assertEq(sy.balanceOf(address(router)) + pt.balanceOf(address(router)), 0);
        _checkMarket();
    }

    function testFuzz_ptForYtAndBack(uint256 amount, uint256 growth) public {
        _grow(bound(growth, 0, 1e18));
        amount = bound(amount, 1e9, 1e21);
        vm.startPrank(ALICE);
        router.mintPyFromSy(ALICE, address(yt), amount, 0);
        uint256 have = pt.balanceOf(ALICE);
        uint256 before = yt.balanceOf(ALICE);
        (uint256 ytOut,) = router.swapExactPtForYt(ALICE, address(market), have, 0, _guess());
        assertEq(pt.balanceOf(ALICE), 0);
        assertEq(yt.balanceOf(ALICE) - before, ytOut);
        assertApproxEqRel(ytOut, have * 19, 1e12);
        (uint256 ptOut,) = router.swapExactYtForPt(ALICE, address(market), ytOut, 0, _guess());
        assertEq(pt.balanceOf(ALICE), ptOut);
        assertLe(ptOut, have);
        assertApproxEqRel(ptOut, have, 1e12);
        _checkMarket();
    }

    function testFuzz_liquidityRoundTrip(uint256 syIn, uint256 ptIn) public {
        syIn = bound(syIn, 1e6, 5e23);
        ptIn = bound(ptIn, 1e6, 5e23);
        vm.startPrank(ALICE);
        router.mintPyFromSy(ALICE, address(yt), ptIn, 0);
        (uint256 lp, uint256 syUsed, uint256 ptUsed) =
            router.addLiquidityDualSyAndPt(ALICE, address(market), syIn, ptIn, 1);
        assertEq(market.balanceOf(ALICE), lp);
        assertLe(syUsed, syIn);
        assertLe(ptUsed, ptIn);
        (uint256 syOut, uint256 ptOut) =
            router.removeLiquidityDualSyAndPt(ALICE, address(market), lp, 0, 0);
        assertLe(syOut, syUsed);
        assertLe(ptOut, ptUsed);
        assertApproxEqAbs(syOut, syUsed, 1);
        _checkMarket();
    }

    function test_refusals() public {
        vm.startPrank(ALICE);
        TokenInput memory input = _input(1);
        input.swapData.swapType = 1;
        vm.expectRevert("aggregator not supported");
        router.mintSyFromToken(ALICE, address(sy), 0, input);
        vm.expectRevert("Slippage: INSUFFICIENT_PY_OUT");
        router.mintPyFromSy(ALICE, address(yt), 1e18, 1e18 + 1);
        vm.expectRevert("Slippage: INSUFFICIENT_PT_OUT");
        router.swapExactSyForPt(ALICE, address(market), 1e18, 2e18, _guess(), _noOrders());
        vm.expectRevert("Slippage: INSUFFICIENT_YT_OUT");
        router.swapExactSyForYt(ALICE, address(market), 1e18, 21e18, _guess(), _noOrders());
        LimitOrderData memory limit = _noOrders();
        limit.normalFills = new FillOrderParams[](1);
        vm.expectRevert("limit orders not supported");
        router.swapExactPtForSy(ALICE, address(market), 1, 0, limit);
        vm.expectRevert("not in a swap");
        router.swapCallback(1, 1, "");
        vm.expectRevert("YCNoFloatingSy");
        yt.mintPY(ALICE, ALICE);
        vm.expectRevert("MarketInsufficientSyReceived");
        market.swapSyForExactPt(ALICE, 1e18, "");
        vm.expectRevert("OnlyYT");
        pt.mintByYT(ALICE, 1);
        vm.expectRevert("not owner");
        sy.setExchangeRate(2e18);
    }

    function _checkMarket() private view {
        assertGe(sy.balanceOf(address(market)), market.totalSy());
        assertGe(pt.balanceOf(address(market)), market.totalPt());
        assertEq(underlying.balanceOf(address(sy)), sy.totalSupply());
    }

    function _grow(uint256 by) private {
        vm.stopPrank();
        vm.startPrank(OWNER);
        sy.setExchangeRate(sy.exchangeRate() + by);
        vm.stopPrank();
    }

    function _equip(address user, uint256 amount) private {
        underlying.mint(user, amount);
        vm.startPrank(user);
        underlying.approve(address(sy), amount);
        sy.deposit(user, address(underlying), amount, amount);
        underlying.approve(address(router), type(uint256).max);
        sy.approve(address(router), type(uint256).max);
        pt.approve(address(router), type(uint256).max);
        yt.approve(address(router), type(uint256).max);
        market.approve(address(router), type(uint256).max);
        vm.stopPrank();
    }

    function _input(uint256 amount) private view returns (TokenInput memory) {
        address token = address(underlying);
        return TokenInput(token, amount, token, address(0), SwapData(0, address(0), "", false));
    }

    function _output(uint256 minimum) private view returns (TokenOutput memory) {
        address token = address(underlying);
        return TokenOutput(token, minimum, token, address(0), SwapData(0, address(0), "", false));
    }

    function _guess() private pure returns (ApproxParams memory) {
        return ApproxParams(0, type(uint256).max, 0, 256, 1e14);
    }

    function _noOrders() private pure returns (LimitOrderData memory limit) {}

    function _none() private pure returns (address[] memory) {
        return new address[](0);
    }

    function _one(address value) private pure returns (address[] memory list) {
        list = new address[](1);
        list[0] = value;
    }
}
