// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @dev The twelve words of an order, in the order in which they are hashed.
struct CowOrder {
    address sellToken;
    address buyToken;
    /// @dev Zero stands for the owner.
    address receiver;
    uint256 sellAmount;
    uint256 buyAmount;
    /// @dev The last second in which it may be filled.
    uint32 validTo;
    bytes32 appData;
    uint256 feeAmount;
    bytes32 kind;
    bool partiallyFillable;
    bytes32 sellTokenBalance;
    bytes32 buyTokenBalance;
}

bytes32 constant KIND_SELL = keccak256("sell");
bytes32 constant KIND_BUY = keccak256("buy");
bytes32 constant BALANCE_ERC20 = keccak256("erc20");

/// @dev Digest, owner and last second: 32 + 20 + 4 bytes.
uint256 constant UID_LENGTH = 56;

bytes32 constant ORDER_TYPE_HASH = keccak256(
    "Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)"
);

/// @dev The domain of the settlement at an address, on this chain.
function cowDomainOf(address settlement) view returns (bytes32) {
    return keccak256(
        abi.encode(
            keccak256(
                "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
            ),
            keccak256("Gnosis Protocol"),
            keccak256("v2"),
            block.chainid,
            settlement
        )
    );
}

/// @dev The EIP-712 digest of an order.
function cowDigestOf(bytes32 domainSeparator, CowOrder memory order) pure returns (bytes32) {
    bytes32 terms = keccak256(abi.encode(ORDER_TYPE_HASH, order));
    return keccak256(bytes.concat(hex"1901", domainSeparator, terms));
}

/// @dev The owner that a uid names, at the place where a settlement reads it.
function cowOwnerOf(bytes calldata uid) pure returns (address) {
    return address(bytes20(uid[32:52]));
}

/// @dev The last second that a uid names.
function cowValidToOf(bytes calldata uid) pure returns (uint32) {
    return uint32(bytes4(uid[52:56]));
}
